import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// Scripts that mean harm.
///
/// Each says in its first line how it must end; after each of them the process is healthy and a
/// well-behaved script is unaffected.
@Suite struct HostileScriptTests {
  private static let folder = Oracle.root
    .appending(path: "Tests/SimHarnessTests/Fixtures/Hostile").path

  static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".lua") }.sorted()

  /// Answers `host:remove(...)` with nothing, as the fixtures expect.
  private static let interface = ScriptInterface(name: "host", members: [.method("remove", 0)])

  @Test func thereAreAtLeastForty() { #expect(Self.files.count >= 40) }

  @Test(arguments: files)
  func endsAsItSays(_ file: String) throws {
    let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .isoLatin1)
    let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(file)"))
    let first = try #require(text.split(separator: "\n").first)
    let expected = first.replacingOccurrences(of: "-- expect: ", with: "")
    let end = run(String(decoding: bytes, as: UTF8.self), name: String(file.dropLast(4)))
    if expected.hasPrefix("error") {
      let fragment = expected.split(separator: "\"", maxSplits: 1).last.map {
        String($0.dropLast($0.hasSuffix("\"") ? 1 : 0))
      }
      #expect(end.hasPrefix("error "), "\(end)")
      #expect(end.contains(fragment ?? ""), "\(end)")
    } else {
      #expect(end.hasPrefix(expected), "\(end)")
    }
    #expect(healthy() == "value 42")
  }

  /// How a script ends: `budget`, `memory`, `stack`, `error MESSAGE` or `value RESULT`.
  private func run(_ text: String, name: String) -> String {
    var limits = ScriptLimits.standard
    // A deadline is a last resort; here every script must end by a limit that is repeatable.
    limits.wallSeconds = 60
    do throws(ScriptFault) {
      let vm = try LuaVM.open(
        limits: limits, interfaces: [Self.interface],
        libraries: [ScriptSource(name: "loop", text: "return require('loop')")])
      vm.beginGame()
      let module = try vm.load(ScriptSource(name: name, text: text))
      guard let function = vm.function("run", of: module) else { return "error no run" }
      let server = ScriptServer { (_, _) throws(ScriptCallError) in }
      var frame = ServingFrame(server: server)
      let result = try vm.call(function, .object(0), .none, .none, frame: &frame)
      return "value \(Self.shown(result))"
    } catch {
      return error.kind == .error ? "error \(error.message)" : "\(error.kind.rawValue)"
    }
  }

  private static func shown(_ datum: ScriptDatum) -> String {
    switch datum.kind {
    case .none: "nil"
    case .boolean: datum.boolean == true ? "true" : "false"
    case .integer: "\(datum.integer ?? 0)"
    case .number: "\(datum.number ?? 0)"
    case .string: datum.string ?? ""
    default: "\(datum.kind)"
    }
  }

  private func healthy() -> String {
    run(
      "return { run = function() local t = {} for i = 1, 42 do t[i] = i end return #t end }",
      name: "healthy")
  }

  /// Faults name the script and the line.
  @Test func faultsNameTheLine() throws {
    let source = ScriptSource(
      name: "bubbles/loop.lua",
      text: "local t = {}\nfunction t.run()\n  while true do end\nend\nreturn t")
    let vm = try LuaVM.open(limits: .standard, interfaces: [Self.interface])
    let module = try vm.load(source)
    let function = vm.function("run", of: module) ?? 0
    var frame = ServingFrame(server: ScriptServer { (_, _) throws(ScriptCallError) in })
    var fault: ScriptFault?
    do throws(ScriptFault) {
      _ = try vm.call(function, .object(0), .none, .none, frame: &frame)
    } catch {
      fault = error
    }
    let isDead = vm.isDead
    #expect(fault?.kind == .budget)
    #expect(fault?.message.hasPrefix("bubbles/loop.lua:3:") == true)
    #expect(isDead)
  }

  /// The data that crosses between the game and the C host has the host's layout.
  @Test func datumsHaveTheHostsLayout() {
    #expect(MemoryLayout<ScriptDatum>.size == 40)
    #expect(MemoryLayout<ScriptDatum>.stride == 40)
    #expect(MemoryLayout<ScriptDatum>.offset(of: \.rawInteger) == 8)
    #expect(MemoryLayout<ScriptDatum>.offset(of: \.rawNumber) == 16)
    #expect(MemoryLayout<ScriptDatum>.offset(of: \.bytes) == 24)
    #expect(MemoryLayout<ScriptDatum>.offset(of: \.length) == 32)
  }
}
