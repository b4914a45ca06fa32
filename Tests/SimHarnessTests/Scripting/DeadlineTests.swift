import Glibc
import Testing

@testable import SimHarness

/// The seconds a call into a script may take: the last resort, behind the instruction budget.
@Suite struct DeadlineTests {
  private static let interface = ScriptInterface(name: "probe", members: [.method("wait", 0)])

  /// How a call of `run` ends, under a deadline that strikes long before the budget.
  private func end(of text: String, seconds: Double) -> (kind: ScriptFault.Kind?, message: String) {
    var limits = ScriptLimits.standard
    limits.wallSeconds = seconds
    limits.instructions = 1 << 40
    do throws(ScriptFault) {
      let vm = try LuaVM.open(limits: limits, interfaces: [Self.interface])
      vm.beginGame()
      let module = try vm.load(ScriptSource(name: "agents/slow.lua", text: text))
      let function = vm.function("run", of: module) ?? 0
      let server = ScriptServer { (_, reply) throws(ScriptCallError) in
        usleep(300_000)
        reply.give(1)
      }
      var frame = ServingFrame(server: server)
      _ = try vm.call(function, .object(0), .none, .none, frame: &frame)
      return (nil, "")
    } catch {
      return (error.kind, error.message)
    }
  }

  @Test func aCallThatRunsTooLongIsEnded() {
    let found = end(of: "return { run = function() while true do end end }", seconds: 0.05)
    #expect(found.kind == .deadline)
    #expect(found.message == "agents/slow.lua:1: the call took longer than 0.05 seconds")
  }

  /// Time in which the thread did not run is not the script's: a busy machine ends no call.
  @Test func timeThatIsWaitedDoesNotCount() {
    let text = """
      return { run = function(probe)
        for i = 1, 1e5 do end
        probe:wait()
        for i = 1, 1e5 do end
        return 7
      end }
      """
    let found = end(of: text, seconds: 0.2)
    #expect(found.kind == nil, "\(found.message)")
  }
}
