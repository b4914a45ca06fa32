import Foundation
import SimHarnessTesting
import TestSupport
import Testing

@testable import Catalogue
@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// Extreme numbers in levels, suites, tune files, records and on the command line: each is played
/// or refused in words, none is a trap.
///
/// A trap ends the test process, so that a test went through is itself its result.
@Suite struct ExtremeNumbersTests {
  private static func tree(_ text: String) throws -> JSONTree {
    JSONTree(try #require(JSONParser.parse(Array(text.utf8)).value))
  }

  private static func inputs(_ base: JSONTree, schema: JSONTree) -> [String] {
    let paths = Set(Extremes.paths(in: base) + Extremes.paths(ofSchema: schema))
    return paths.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { path in
      Extremes.values.map { Extremes.text(of: base, with: $0, at: path[...]) }
    }
  }

  // MARK: Levels

  /// Every field of every game's level, those of the schema included, takes every extreme.
  @Test(arguments: GameRegistry.bundled.names)
  func levels(_ game: String) throws {
    let site = try #require(CallSite.all.first { $0.kind == .agent && $0.game == game })
    let entry = try #require(GameRegistry.bundled.game(named: game))
    let library = site.library(ScriptSource(name: "lib/none.lua", text: "return {}"))
    guard
      case .object(let definitions)? = Self.member("$defs", of: LevelSchema.tree(games: .bundled)),
      let schema = definitions.first(where: { $0.key == game })?.value
    else { return }
    var played = 0
    let inputs = Self.inputs(try Self.tree(site.level), schema: schema)
    for text in inputs {
      do {
        let file = try LevelFile.read(Array(text.utf8), file: "level.json", catalog: library)
        let level = try entry.ready(file, library, .none)
        let host = ScriptHost(limits: Self.limits, interfaces: entry.interfaces)
        // From the bytes of a record: none, and some that are moves of several games.
        for moves in [[], [0, 0, 0], [1, 0, 0]] as [[UInt8]] {
          _ = try? entry.replay(
            ReplayRequest(level: level, seed: 1, index: 0, moves: moves, scripts: host) { step in
              _ = (step.trace(), step.picture(), step.account())
            })
        }
        played += 1
      } catch let issues as FileIssues {
        #expect(!issues.lines.isEmpty && issues.lines.count <= 21, "\(text)")
      }
    }
    #expect(played > 10 && played < inputs.count / 2)
  }

  private static func member(_ name: String, of tree: JSONTree) -> JSONTree? {
    guard case .object(let members) = tree else { return nil }
    return members.first { $0.key == name }?.value
  }

  private static let limits: ScriptLimits = {
    var limits = ScriptLimits()
    limits.instructions = 100_000
    return limits
  }()

  // MARK: Suites, tune files and records

  @Test func suites() throws {
    let base = try Self.tree(
      """
      {"name": "s", "seed": 1, "games": 5, "levels": ["good.json"], "agents": ["random"],
       "with": {"rules": {"aims": 60}, "params": {"crate": {"hits": 2}}},
       "gates": [{"levels": "*", "require": "pass_rate(random) in 0...1"}]}
      """)
    for text in Self.inputs(base, schema: SuiteSchema.tree(games: .bundled)) {
      #expect(FuzzTarget.suite.finding(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func tuneFiles() throws {
    let base = try Self.tree(
      """
      {"name": "t", "level": "good.json", "change": {"shots": {"from": 4, "to": 6, "step": 1}},
       "target": {"pass_rate(casual)": {"value": 0.5, "tolerance": 0.02}},
       "seed": 1, "games": 100, "verify": {"games": 100}}
      """)
    for text in Self.inputs(base, schema: TuneSchema.tree) {
      #expect(FuzzTarget.tune.finding(Array(text.utf8)) == nil, "\(text)")
    }
  }

  /// Records of each game, with extremes in the place of every number of their moves.
  @Test func records() throws {
    let folder = Oracle.root.appending(path: "Tests/SimHarnessTests/Fixtures/Fuzz/record").path
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let bytes = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
      guard let value = JSONParser.parse([UInt8](bytes)).value else { continue }
      let base = JSONTree(value)
      for path in Extremes.paths(in: base) where path.first == "moves" {
        for value in Extremes.values {
          let text = Extremes.text(of: base, with: value, at: path[...])
          #expect(FuzzTarget.record.finding(Array(text.utf8)) == nil, "\(text)")
        }
      }
    }
  }

  // MARK: The command line

  /// Numbers that no option takes.
  @Test(arguments: [
    "run good.json --games=9223372036854775807", "run good.json --games=-9223372036854775808",
    "run good.json --games=9223372036854775808", "run good.json --games=1e308",
    "run good.json --max-moves=-1", "run good.json --jobs=9223372036854775807",
    "run good.json --precision=nan", "run good.json --precision=1e308",
    "run good.json --shard=9223372036854775807/9223372036854775807",
    "run good.json --shard=1/9223372036854775807", "run good.json --seed=-1",
    "run good.json --seed=18446744073709551616",
    "generate stripes --count=9223372036854775807", "generate stripes --games=-1",
    "generate stripes --count=1 --tries=9223372036854775807",
    "generate stripes --count=1 --solvable-games=9223372036854775807",
    "explain r --level Good --games=9223372036854775807",
    "report r --explain --explain-games=9223372036854775807",
    "population r --players=9223372036854775807", "population r --skill=nan",
    "study r --games=9223372036854775807", "study r --turns=-9223372036854775808",
    "bench --rounds=9223372036854775807", "play good.json --index=-9223372036854775808",
  ])
  func optionsAreRefused(_ line: String) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let running = try Program.Running(
        Program.file, line.split(separator: " ").map(String.init), in: folder)
      let result = running.result()
      #expect(running.process.terminationReason == .exit)
      #expect(result.code == 64, "\(result.errors)")
      #expect(result.errors.contains("Error: ") || result.errors.contains("playtest: "))
    }
  }
}
