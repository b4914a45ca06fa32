import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The rules of a game in `scripts/games/`, called without the engine: what a script of a test finds
/// out by the game's own functions.
struct OpenGameRules {
  let name: String
  /// The script where it is none of `scripts/games/`; such a game has no level files.
  var text: String?

  /// The files of the game's levels, in order.
  var levelFiles: [URL] {
    get throws {
      guard text == nil else { return [] }
      return try FileManager.default.contentsOfDirectory(
        at: Oracle.root.appending(path: "levels/\(name)"), includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == "json" && $0.lastPathComponent != "pack.json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  /// What a function with this body returns, as text.
  ///
  /// It has `driver`, `game`, and `levels` as the
  /// game gets them.
  func run(_ body: String) throws -> String {
    let game =
      try text.map { ScriptSource(name: "game", text: $0) }
      ?? script("scripts/games/\(name).lua", as: "game")
    let driver = try script("Tests/SimHarnessTests/Fixtures/OpenGames/driver.lua", as: "driver")
    let raw = try levelFiles.map { Self.lua(try String(contentsOf: $0, encoding: .utf8)) }
      .joined(separator: ",\n")
    let text = """
      local driver = require("driver")
      local game, levels = driver.game, {}
      for i, raw in ipairs({ \(raw) }) do levels[i] = driver.level(raw) end
      return { run = function()
      \(body)
      end }
      """
    var limits = ScriptLimits.standard
    limits.instructions = 4_000_000_000
    // Never met: a test must not depend on the clock.
    limits.wallSeconds = 600
    let vm = try LuaVM.open(limits: limits, interfaces: [], libraries: [game, driver])
    let module = try vm.load(ScriptSource(name: "rules", text: text))
    let server = ScriptServer { (_, _) throws(ScriptCallError) in }
    var frame = ServingFrame(server: server)
    let result = try vm.call(
      vm.function("run", of: module) ?? 0, .none, .none, .none, frame: &frame)
    return result.string ?? "\(result.integer ?? 0)"
  }

  private func script(_ path: String, as name: String) throws -> ScriptSource {
    ScriptSource(
      name: name,
      text: try String(contentsOf: Oracle.root.appending(path: path), encoding: .utf8))
  }

  /// JSON as Lua writes it.
  ///
  /// There are no quotes within the texts of levels.
  private static func lua(_ json: String) -> String {
    let parts = json.split(separator: "\"", omittingEmptySubsequences: false)
    var text = ""
    for (place, part) in parts.enumerated() {
      let isKey = place + 1 < parts.count && parts[place + 1].hasPrefix(":")
      if place % 2 == 1 {
        text += isKey ? "[\"\(part)\"]" : "\"\(part)\""
      } else {
        text += part.replacing(":", with: " =").replacing("[", with: "{").replacing("]", with: "}")
      }
    }
    return text
  }
}
