import TextFormats

/// The answer to a message of a socket: `{"re": 12, "ok": ...}` or `{"re": 12, "error": ...}`.
public enum LiveAnswer: Sendable {
  case ok(Int, JSONTree)
  /// The number is nil if it could not be read.
  case refused(Int?, StudioFailure)

  /// The numbers that a page may give its messages.
  static let numbers = 0...Int(Int32.max)

  /// JSON of one line.
  public var text: String {
    switch self {
    case .ok(let number, let tree): JSONWriter.compact(["re": .int(number), "ok": tree])
    case .refused(let number, let failure):
      JSONWriter.compact(["re": number.map { .int($0) } ?? .null, "error": failure.tree])
    }
  }
}
