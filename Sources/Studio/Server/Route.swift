/// A path of the server, and who answers it.
public struct Route: Sendable {
  public typealias Handler = @Sendable (StudioRequest) async -> StudioResponse

  public enum Method: Sendable, Hashable {
    case get
    case post
  }

  public enum Access: Sendable, Hashable {
    /// Holds no secret and changes nothing: the page itself.
    case open
    /// Only with the token.
    case token
  }

  let method: Method
  let access: Access
  let handler: Handler
  private let segments: [Substring]

  /// - Parameters:
  ///   - method: The one method that the path takes.
  ///   - pattern: The path; a part `:NAME` stands for an identifier of letters, digits, `-` and
  ///     `_`, so that no path can come in as a parameter.
  ///   - access: Who may ask.
  ///   - handler: Makes the answer.
  public init(
    _ method: Method, _ pattern: String, access: Access = .token, handler: @escaping Handler
  ) {
    self.method = method
    self.access = access
    self.handler = handler
    segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// The parameters in a path that fits the pattern, or nil.
  func parameters(of path: String) -> [String]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == segments.count else { return nil }
    var parameters: [String] = []
    for (segment, part) in zip(segments, parts) {
      if segment.hasPrefix(":") {
        guard Self.isIdentifier(part) else { return nil }
        parameters.append(String(part))
      } else if segment != part {
        return nil
      }
    }
    return parameters
  }

  /// Bytes of an identifier.
  private static let maxIdentifier = 100

  /// Whether a text can name something: 1 to 100 letters, digits, `-` and `_` of ASCII.
  public static func isIdentifier(_ text: some StringProtocol) -> Bool {
    (1...maxIdentifier).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
