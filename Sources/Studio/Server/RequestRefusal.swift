import TextFormats

/// Why the server refuses a request before anybody has looked at what it asks for.
public enum RequestRefusal: Error, Sendable, Hashable {
  case malformed
  case version
  case headTooLarge
  case pathTooLong(maximum: Int)
  case duplicateField(String)
  case hostMissing
  case hostForeign
  case target
  case method
  case originForeign
  case originMissing
  case siteForeign
  case transferEncoding
  case lengthMissing
  case lengthWrong
  case bodyUnexpected
  case bodyTooLarge(maximum: Int)
  case contentType
  case expectation
  case upgradeElsewhere
  case upgradeMissing
  case upgradeLate
  case socketVersion
  case socketKey
  case socketsFull(maximum: Int)
  case tokenMissing
  case codeWrong
  case pathUnknown
  case stopping
  case answerLate
}

extension RequestRefusal {
  /// The status, the code and the message.
  public var failure: StudioFailure {
    StudioFailure(status: status, code: code, message: message)
  }

  /// The status of the HTTP answer.
  public var status: Int {
    switch self {
    case .malformed, .duplicateField, .hostMissing, .target, .lengthWrong, .bodyUnexpected,
      .upgradeElsewhere, .upgradeLate, .socketKey:
      400
    case .tokenMissing, .codeWrong: 401
    case .originForeign, .originMissing, .siteForeign: 403
    case .pathUnknown: 404
    case .method: 405
    case .transferEncoding, .lengthMissing: 411
    case .bodyTooLarge: 413
    case .pathTooLong: 414
    case .contentType: 415
    case .expectation: 417
    case .hostForeign: 421
    case .upgradeMissing, .socketVersion: 426
    case .socketsFull: 429
    case .headTooLarge: 431
    case .stopping, .answerLate: 503
    case .version: 505
    }
  }

  private var code: String {
    switch self {
    case .malformed: "request.malformed"
    case .version: "request.version"
    case .headTooLarge: "request.head"
    case .pathTooLong, .target, .pathUnknown: "request.path"
    case .duplicateField: "request.duplicate"
    case .hostMissing, .hostForeign: "request.host"
    case .method: "request.method"
    case .originForeign, .originMissing: "request.origin"
    case .siteForeign: "request.site"
    case .transferEncoding, .lengthMissing, .lengthWrong: "request.length"
    case .bodyUnexpected, .bodyTooLarge: "request.body"
    case .contentType: "request.type"
    case .expectation: "request.expectation"
    case .upgradeElsewhere, .upgradeMissing, .upgradeLate: "request.upgrade"
    case .socketVersion, .socketKey: "socket.handshake"
    case .socketsFull: "socket.full"
    case .tokenMissing: "access.token"
    case .codeWrong: "access.code"
    case .stopping: "server.stopping"
    case .answerLate: "answer.late"
    }
  }

  private var message: String {
    switch self {
    case .malformed: "the request is not HTTP/1.1; check the client"
    case .version: "the request is not of HTTP/1.1; use that version"
    case .headTooLarge: "the request's head is too large; send fewer or shorter fields"
    case .pathTooLong(let maximum): "the path has more than \(maximum) bytes; shorten it"
    case .duplicateField(let name):
      "the field \(SafeText.named(name)) appears twice; send it once"
    case .hostMissing: "the field 'host' is missing; send it"
    case .hostForeign:
      "the field 'host' does not name this server; open the address in the terminal"
    case .target: "the request's target is not a plain path; send a path"
    case .method: "this path does not take this method; use GET or POST as documented"
    case .originForeign: "the request comes from another page; open the studio's own page"
    case .originMissing: "the field 'origin' is missing; open the socket from the studio's own page"
    case .siteForeign: "the request comes from another site; open the studio's own page"
    case .transferEncoding: "the body has a transfer encoding; send 'content-length' instead"
    case .lengthMissing: "the field 'content-length' is missing; send it"
    case .lengthWrong: "the field 'content-length' is not a number of bytes; correct it"
    case .bodyUnexpected: "a GET has no body; leave it out"
    case .bodyTooLarge(let maximum): "the body has more than \(maximum) bytes; make it smaller"
    case .contentType: "the body is not 'application/json'; send JSON"
    case .expectation: "the field 'expect' is not supported; leave it out"
    case .upgradeElsewhere: "this path cannot be upgraded; leave out 'upgrade'"
    case .upgradeMissing: "this path is a WebSocket; open it as one"
    case .upgradeLate: "a WebSocket needs a connection of its own; open one"
    case .socketVersion: "the WebSocket's version is not 13; use that version"
    case .socketKey: "the WebSocket's key is not 16 bytes in base64; send such a key"
    case .socketsFull(let maximum): "\(maximum) tabs are open already; close one of them"
    case .tokenMissing: "the token is missing or wrong; open the address in the terminal"
    case .codeWrong: "the code is wrong, used or too old; open the address in the terminal"
    case .pathUnknown: "there is nothing at this path; check it"
    case .stopping: "playtest is stopping; start it again"
    case .answerLate:
      "the answer takes too long; try again, or make the folder or the level smaller"
    }
  }
}
