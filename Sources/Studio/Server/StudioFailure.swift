import TextFormats

/// Why a request or message was refused, as the page shows it.
public struct StudioFailure: Error, Sendable, Equatable {
  /// The status of the HTTP answer; over the socket only the code is sent.
  public var status: Int
  /// Names the reason for programs, such as `level.overlap`.
  public var code: String
  /// One line that says what is wrong and what to do.
  public var message: String
  public var file: String?
  /// From 1.
  public var line: Int?
  public var field: String?

  public init(
    status: Int, code: String, message: String, file: String? = nil, line: Int? = nil,
    field: String? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.file = file
    self.line = line
    self.field = field
  }

  /// The first issue of a text that could not be read.
  public init(_ issues: FileIssues, code: String = "message.unreadable") {
    let first = issues.issues.first
    self.init(
      status: 400, code: code, message: first?.messageInLine ?? "this cannot be read",
      file: issues.file, line: first?.line, field: first?.path)
  }

  /// `{"code": ..., "message": ..., ...}`.
  public var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      (key: "code", value: .string(code)), (key: "message", value: .string(message)),
    ]
    if let file { members.append((key: "file", value: .string(file))) }
    if let line { members.append((key: "line", value: .int(line))) }
    if let field { members.append((key: "field", value: .string(field))) }
    return .object(members)
  }
}
