import TextFormats

/// An answer over HTTP.
public struct StudioResponse: Sendable, Equatable {
  /// What a browser lets the content do.
  public enum Policy: Sendable, Hashable {
    /// Scripts and styles of the studio's own pages only.
    case studio
    /// A report page of one file: it runs apart from the studio and cannot reach it.
    case report
  }

  public var status: Int
  public var type: String
  public var body: [UInt8]
  public var policy: Policy
  /// Names the content, so that a browser fetches it again only after a change; nil if nothing
  /// may be kept.
  public var tag: String?

  public init(
    status: Int = 200, type: String, body: [UInt8], policy: Policy = .studio, tag: String? = nil
  ) {
    self.status = status
    self.type = type
    self.body = body
    self.policy = policy
    self.tag = tag
  }

  public static func json(_ tree: JSONTree, status: Int = 200) -> StudioResponse {
    StudioResponse(
      status: status, type: "application/json", body: Array(JSONWriter.compact(tree).utf8))
  }

  public static func text(_ text: String) -> StudioResponse {
    StudioResponse(type: "text/plain; charset=utf-8", body: Array(text.utf8))
  }

  public static func failure(_ failure: StudioFailure) -> StudioResponse {
    json(["error": failure.tree], status: failure.status)
  }

  /// The answer to a browser that has the content of a tag.
  func unlessKept(as tag: String?) -> StudioResponse {
    guard let own = self.tag, tag == Self.quoted(own) else { return self }
    var response = self
    response.status = Self.notModified
    response.body = []
    return response
  }

  /// Names and values of all fields but `connection`.
  var fields: [(String, String)] {
    var fields = [
      ("content-security-policy", policy.text),
      ("x-content-type-options", "nosniff"),
      ("referrer-policy", "no-referrer"),
      ("cross-origin-opener-policy", "same-origin"),
      ("cross-origin-resource-policy", "same-origin"),
      ("cache-control", tag == nil ? "no-store" : "no-cache"),
    ]
    if status != Self.notModified {
      fields += [("content-type", type), ("content-length", "\(body.count)")]
    }
    if let tag { fields.append(("etag", Self.quoted(tag))) }
    return fields
  }

  private static let notModified = 304

  private static func quoted(_ tag: String) -> String { "\"\(tag)\"" }
}

extension StudioResponse.Policy {
  var text: String {
    switch self {
    case .studio:
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    case .report:
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
        + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
        + "sandbox allow-scripts"
    }
  }
}
