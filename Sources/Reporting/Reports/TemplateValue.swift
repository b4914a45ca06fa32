/// The values of a page as dictionaries and arrays, which templates look names up in.
///
/// A template may be handed structures as they are, but then each name that it looks up reflects
/// the fields of all structures around it again. A page has thousands of names.
enum TemplateValue {
  /// Structures become dictionaries of their stored properties without those that are nil, and
  /// their parts are converted alike; all else stays as it is.
  static func tree(of value: Any) -> Any? {
    // Nearly all values are one of these, and asking for them costs less than reflecting.
    if value is String || value is Int || value is Bool { return value }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { tree(of: $0.value) }
    case .collection: return mirror.children.compactMap { tree(of: $0.value) }
    case .struct:
      var parts: [String: Any] = [:]
      for child in mirror.children {
        if let name = child.label { parts[name] = tree(of: child.value) }
      }
      return parts
    default: return value
    }
  }
}
