import Testing

@testable import Studio

/// A server of a test application.
struct Serving: Sendable {
  let server: StudioServer
  let application: TestApplication

  var port: Int { server.port }
  var host: String { "127.0.0.1:\(port)" }

  /// Runs a test against a server on a port of its own, and stops it.
  static func run<Value: Sendable>(
    limits: StudioLimits = .patient, _ body: (Serving) async throws -> Value
  ) async throws -> Value {
    let application = TestApplication()
    let serving = Serving(
      server: try await StudioServer(application, port: 0, limits: limits), application: application
    )
    do {
      let value = try await body(serving)
      await serving.end()
      return value
    } catch {
      await serving.end()
      throw error
    }
  }

  private func end() async {
    await application.open()
    await server.stop()
    await server.wait()
  }

  // MARK: Requests

  /// An honest request; `fields` are further lines of its head.
  func request(
    _ method: String = "GET", _ path: String, fields: [String] = [], body: String? = nil,
    token: Bool = true, keepsAlive: Bool = false
  ) -> String {
    var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + fields
    if token { lines.append("X-Playtest-Token: \(server.access.token)") }
    if !keepsAlive { lines.append("Connection: close") }
    if let body {
      lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  /// Sends bytes on a connection of their own and reads until the server closes it.
  func exchange(_ bytes: [UInt8]) async throws -> RawAnswer {
    let port = port
    return try await offPool {
      let connection = try RawConnection(port: port)
      connection.send(bytes)
      return RawAnswer(String(decoding: try connection.receiveAll(), as: UTF8.self))
    }
  }

  func exchange(_ text: String) async throws -> RawAnswer { try await exchange(Array(text.utf8)) }

  /// Returns when a request has been answered in time; only for servers with a short deadline,
  /// which an honest request may miss on a busy machine.
  func untilAnswered(_ text: String) async throws {
    while try await exchange(text).statuses != [200] {}
  }

  /// Expects an honest request to be answered.
  func expectHonestAnswer(_ place: SourceLocation = #_sourceLocation) async throws {
    let answer = try await exchange(request("GET", "/api/levels"))
    #expect(answer.statuses == [200], sourceLocation: place)
    #expect(answer.body == #"{"levels":[]}"#, sourceLocation: place)
  }
}

extension StudioLimits {
  /// Deadlines that no test reaches.
  static var patient: StudioLimits {
    var limits = StudioLimits()
    limits.firstRequest = .seconds(3_600)
    limits.request = .seconds(3_600)
    limits.idle = .seconds(3_600)
    limits.answer = .seconds(3_600)
    limits.hello = .seconds(3_600)
    limits.ping = .seconds(3_600)
    return limits
  }

  /// The usual limits with some of them changed.
  static func patient(_ change: (inout StudioLimits) -> Void) -> StudioLimits {
    var limits = patient
    change(&limits)
    return limits
  }
}
