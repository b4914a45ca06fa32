import Foundation
import Synchronization

@testable import BubbleBlastGame
@testable import Lab
@testable import SimHarness

/// A script that is stuck in a function of the host, where no limit of Lua's can strike, until it
/// is released: at the end of a test, so that no thread is left behind.
final class StuckScript: Sendable {
  static let source = ScriptSource(
    name: "agents/stuck.lua", text: "return { run = function() return math.random(9) end }")

  /// The fault of the games that are not played because of it.
  static let fault =
    "agents/stuck.lua:0: a call does not return; games that need this script are not played"

  /// Whether an error names it as what failed in a game.
  static func isNamed(by error: any Error) -> Bool {
    guard case TuneError.faulted(let failed) = error else { return false }
    return failed.message == fault && failed.culprit == "script"
  }

  private final class User: ScriptUser {
    let scriptUses = [ScriptUse(source: StuckScript.source, hooks: ["run"], parameters: [])]
  }

  private let isReleased = Atomic<Bool>(false)
  /// The calls that were stuck.
  let calls = Atomic<Int>(0)

  func release() { isReleased.store(true, ordering: .relaxed) }

  private func block() {
    calls.wrappingAdd(1, ordering: .relaxed)
    while !isReleased.load(ordering: .relaxed) { usleep(1000) }
  }

  /// A player whose script never returns from game `stall` on.
  func player(_ name: String, stall: Int) -> RunPlayer {
    let user = User()
    return RunPlayer(name: name, summary: "", scripts: [Self.source]) {
      request, _, host, isCancelled, row in
      for index in request.games {
        if isCancelled() { return }
        host.beginGame()
        // `math.random` asks the host: that is where the call is stuck.
        let server = ScriptServer { (_, reply) throws(ScriptCallError) in
          if index >= stall { self.block() }
          reply.give(7)
        }
        var fault: String?
        do throws(ScriptFault) {
          let handles = try host.handles(for: user)
          try host.call(handles[0], hook: 0, .none, .none, .none, server: server)
        } catch {
          fault = error.message
        }
        let result = GameResult(
          index: index, end: .ended, score: index, moves: 1, hash: 0, fault: fault)
        row(GameRow(result: result, metrics: BubbleBlast.entry.metrics.map { _ in nil }))
      }
    }
  }
}
