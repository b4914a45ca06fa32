/// A script host that counts one script's calls.
package final class HookCounter: ScriptHosting {
  private let host: ScriptHost
  private(set) var counts: [Int]
  /// The place of the counted script among a user's.
  var counted = 0
  /// The hook of the counted script that was called last.
  package var last: Int?
  private var countedHandle: ScriptHandle?

  init(_ host: ScriptHost, hooks: Int) {
    self.host = host
    counts = [Int](repeating: 0, count: hooks)
  }

  package func beginGame() { host.beginGame() }

  package func session(
    of source: AnyObject, opening open: () throws(ScriptFault) -> any RulesSession
  ) throws(ScriptFault) -> any RulesSession { try host.session(of: source, opening: open) }

  package func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle] {
    let handles = try host.handles(for: user)
    countedHandle = counted < handles.count ? handles[counted] : nil
    return handles
  }

  package func call(
    _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
    _ third: ScriptDatum, server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum {
    if script == countedHandle {
      counts[hook] += 1
      last = hook
    }
    return try host.call(script, hook: hook, first, second, third, server: server)
  }

  package func charge(_ script: ScriptHandle, instructions: Int) {
    host.charge(script, instructions: instructions)
  }

  package func parameters(of script: ScriptHandle) -> ScriptDatum { host.parameters(of: script) }

  package func object(_ interface: String, instance: Int) -> ScriptDatum {
    host.object(interface, instance: instance)
  }
}
