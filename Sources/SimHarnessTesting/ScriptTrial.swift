import BubbleBlastGame
import SimHarness

/// A script of any bytes, loaded under small limits; every hook that it has is called.
struct ScriptTrial {
  /// Small enough that a hostile script ends in milliseconds.
  static let limits: ScriptLimits = {
    var limits = ScriptLimits()
    limits.instructions = 100_000
    limits.memory = 2 << 20
    // Never met: a trial must not depend on the clock.
    limits.wallSeconds = 60
    return limits
  }()

  private static let hooks = [
    "run", "choose", "start", "generate", "deck", "match", "power", "next", "on_activate",
    "on_match", "on_neighbour_removed", "on_turn", "on_fall", "on_hit", "on_clear", "on_timer",
    "on_bucket", "on_shot_end", "is_won", "is_lost", "on_pop", "on_expire",
  ]

  private final class User: ScriptUser {
    let scriptUses: [ScriptUse]

    init(_ source: ScriptSource) {
      scriptUses = [
        ScriptUse(source: source, hooks: ScriptTrial.hooks, parameters: [("n", 2), ("x", 0.5)])
      ]
    }
  }

  private let source: ScriptSource

  init(_ bytes: [UInt8]) {
    source = ScriptSource(name: "trial.lua", text: String(decoding: bytes, as: UTF8.self))
  }

  /// A fault of the script is what usually comes of it.
  func run() {
    let user = User(source)
    let host = ScriptHost(
      limits: Self.limits, interfaces: BubbleBlast.entry.interfaces,
      libraries: [ScriptSource(name: "loop", text: "return require('loop')")])
    // Whatever is asked gets an answer, of a form that depends on the question alone.
    let server = ScriptServer { request, reply throws(ScriptCallError) in
      switch request.function {
      case let number where number % 5 == 1: reply.give("red")
      case let number where number % 5 == 2:
        reply.beginList()
        for value in 1...5 { reply.append(value) }
      case let number where number % 5 == 3: throw ScriptCallError("refused")
      case let number where number % 5 == 4: reply.give(0.5)
      default: reply.give(request.count + 1)
      }
    }
    for _ in 0..<2 {
      host.beginGame()
      guard let handles = try? host.handles(for: user), let script = handles.first else { return }
      for hook in Self.hooks.indices {
        guard let has = try? host.has(script, hook: hook) else { break }
        if !has { continue }
        _ = try? host.call(
          script, hook: hook, host.object("board", instance: 1), .integer(3),
          host.parameters(of: script), server: server)
      }
    }
  }
}
