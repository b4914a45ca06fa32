import NIOHTTP1
import TextFormats

/// All routes of a server: those of its application, the one-time code and report pages.
struct Routes: Sendable {
  private let routes: [Route]
  private let access: StudioAccess
  private let threads: WorkThreads

  /// `threads` answer everything but the page itself.
  init(_ application: any StudioApplication, access: StudioAccess, threads: WorkThreads) {
    self.access = access
    self.threads = threads
    let tickets = application.tickets
    routes =
      application.routes + [
        Route(.post, "/api/enter", access: .open) { Self.enter($0, access) },
        Route(.get, "/view/:ticket/report.html", access: .open) { request in
          tickets.response(to: request.parameters[0])
        },
      ]
  }

  /// Answers a request that has met the rules.
  func answer(_ request: ReceivedRequest) async -> StudioResponse {
    let headers = request.head.headers
    let path = request.head.uri
    let isAllowed = access.allows(headers.first(name: "x-playtest-token"))
    let matches = routes.compactMap { route in
      route.parameters(of: path).map { (route: route, parameters: $0) }
    }
    let method = request.head.method == .GET ? Route.Method.get : .post
    guard let match = matches.first(where: { $0.route.method == method }) else {
      if path.hasPrefix("/api/"), !isAllowed { return .refusal(.tokenMissing) }
      return .refusal(matches.isEmpty ? .pathUnknown : .method)
    }
    guard isAllowed || match.route.access == .open else { return .refusal(.tokenMissing) }
    let asked = StudioRequest(parameters: match.parameters, body: request.body)
    let handler = match.route.handler
    let response =
      match.route.access == .open
      ? await handler(asked)
      : await withTaskExecutorPreference(threads) { await handler(asked) }
    return response.unlessKept(as: headers.first(name: "if-none-match"))
  }

  private static func enter(_ request: StudioRequest, _ access: StudioAccess) -> StudioResponse {
    do {
      let code = try JSONReader.read(request.body, file: "request", limits: .message) { cursor in
        cursor.object(fields: ["once"])?.required("once")?.string(length: 1...100)
      }
      guard let token = access.enter(code) else { return .refusal(.codeWrong) }
      return .json(["token": .string(token)])
    } catch {
      return .failure(StudioFailure(error))
    }
  }
}

extension StudioResponse {
  static func refusal(_ refusal: RequestRefusal) -> StudioResponse { .failure(refusal.failure) }
}

extension JSONLimits {
  /// The limits of what a page sends.
  static let message = JSONLimits(
    bytes: 1 << 20, depth: 8, members: 64, elements: 10_000, values: 20_000)
}
