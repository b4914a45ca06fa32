import TextFormats

/// The first message of a socket: `{"n": 1, "do": "enter", "token": "...", "version": "..."}`.
struct LiveHello {
  let number: Int
  let token: String
  /// The version of the page.
  let version: String

  static func read(_ bytes: [UInt8]) throws(StudioFailure) -> LiveHello {
    do {
      return try JSONReader.read(bytes, file: "message", limits: .message) { cursor in
        let fields = cursor.object(fields: ["n", "do", "token", "version"])
        guard let number = fields?.required("n")?.int(in: LiveAnswer.numbers),
          fields?.required("do")?.name(among: ["enter"]) != nil,
          let token = fields?.required("token")?.string(length: 1...100),
          let version = fields?.required("version")?.string(length: 1...100)
        else { return nil }
        return LiveHello(number: number, token: token, version: version)
      }
    } catch {
      throw StudioFailure(error)
    }
  }
}
