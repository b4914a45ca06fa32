extension ScriptRequest {
  /// The members of a table given as the first argument of a function that takes a list; nil for
  /// any other value.
  ///
  /// Gone once a list is replied.
  public var list: UnsafeBufferPointer<Int64>? {
    guard count > 0, arguments[1].rawKind == ScriptDatum.Kind.list.rawValue else { return nil }
    return UnsafeBufferPointer(
      start: arguments[1].bytes?.assumingMemoryBound(to: Int64.self),
      count: Int(arguments[1].length))
  }
}
