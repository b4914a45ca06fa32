import Dispatch
import TextFormats

@testable import Studio

/// A small application: echoes, counts, and waits when it is told to.
actor TestApplication: StudioApplication {
  nonisolated let tickets = Tickets(maximum: 2)
  /// Told by each handler that keeps its thread, until `gate` lets it go.
  nonisolated let blocked = DispatchSemaphore(value: 0)
  nonisolated let gate = DispatchSemaphore(value: 0)
  private(set) var entered = 0
  private(set) var left = 0
  private(set) var stops = 0
  /// The parameters and bodies that handlers were given.
  private(set) var seen: [String] = []
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated var routes: [Route] {
    [
      Route(.get, "/", access: .open) { _ in
        StudioResponse(type: "text/html; charset=utf-8", body: Array("<p>".utf8), tag: "t1")
      },
      Route(.get, "/api/levels") { _ in .json(["levels": []]) },
      Route(.get, "/api/levels/:level") { request in await self.see(request.parameters[0]) },
      Route(.get, "/api/scripts/:kind/:name") { request in
        await self.see(request.parameters.joined(separator: " "))
      },
      Route(.post, "/api/echo") { request in
        await self.see(String(decoding: request.body, as: UTF8.self))
      },
      Route(.get, "/api/block") { _ in
        self.block()
        return .text("blocked")
      },
      Route(.get, "/api/wait") { _ in
        await self.wait()
        return .text("waited")
      },
    ]
  }

  private func see(_ text: String) -> StudioResponse {
    seen.append(text)
    return .text(text)
  }

  /// The version `slow` waits.
  func enter(_ tab: LiveTab, version: String) async throws(StudioFailure) -> JSONTree {
    if version == "slow" { await wait() }
    guard ["1", "slow"].contains(version) else {
      throw StudioFailure(status: 409, code: "page.version", message: "the page is old; reload it")
    }
    entered += 1
    return ["tab": .int(tab.id)]
  }

  /// `look` sends as many events as it names games, `confirm` waits, all others are echoed.
  func answer(_ message: [UInt8], from tab: LiveTab) async -> String {
    do throws(LiveRequestError) {
      let request = try LiveRequest.read(message)
      seen.append("message \(request.number)")
      switch request.action {
      case .look(let document, _, let games):
        for game in 0..<games {
          let fields = LiveEvent.Fields([(key: "games", value: .int(game))])
          tab.send(.figures(document: document, revision: 0, isFresh: false, fields))
        }
      case .confirm: await wait()
      default: break
      }
      return LiveAnswer.ok(request.number, true).text
    } catch {
      return error.answer.text
    }
  }

  func left(_ tab: LiveTab) { left += 1 }

  func stop() { stops += 1 }

  // MARK: Waiting

  private nonisolated func block() {
    blocked.signal()
    gate.wait()
  }

  private func wait() async {
    seen.append("waiting")
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Lets everything that waits continue.
  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
