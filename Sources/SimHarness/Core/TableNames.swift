/// The names of players who share a table, as they are written: `A:B`, each with parameters of its
/// own, such as `casual:search=9:skilled`.
public enum TableNames {
  /// The names in a text; empty if one is.
  ///
  /// A colon before `key=value` begins parameters, any other one the next name.
  public static func names(in text: String) -> [String] {
    var names: [String] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false).map(String.init) {
      if part.isEmpty { return [] }
      if part.contains("="), let last = names.last {
        names[names.count - 1] = last + ":" + part
      } else {
        names.append(part)
      }
    }
    return names
  }
}
