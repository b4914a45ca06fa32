import ArgumentParser
import Catalogue
import SimHarness

/// `playtest script test`: plays the examples beside scripts.
struct ScriptTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Play the examples of scripts; exits with 1 if one fails.",
    discussion: """
      The examples of scripts/bubbles/bomb.lua are in scripts/bubbles/bomb.test.json. Each has a \
      small level, moves, and what is expected after the last move: any fields of the last line \
      of playtest replay --trace, such as board and score. If a value differs, the expected and \
      the actual value are shown side by side. docs/scripts.md describes the file.

      Examples:
        playtest script test scripts/bubbles/bomb.lua
        playtest script test scripts/*/*.test.json
      """)

  @Argument(help: ArgumentHelp("Scripts, or their .test.json files.", valueName: "file"))
  var files: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    var problems: [String] = []
    var missing: [String] = []
    var failed = 0
    var played = 0
    for file in try files.flatMap({ try Workspace.matches(of: $0) }) {
      if Workspace.isPattern(file) {
        missing.append("\(SafeText.escaped(file, limit: 1000)): no file has such a name")
        continue
      }
      let isTest = file.hasSuffix(ScriptTestFile.suffix)
      if file.hasSuffix(".json"), !isTest {
        let shown = SafeText.escaped(file, limit: 1000)
        missing.append(
          "\(shown): this is not a file of examples; name NAME\(ScriptTestFile.suffix)")
        continue
      }
      let stem = isTest ? String(file.dropLast(ScriptTestFile.suffix.count)) : Self.stem(of: file)
      let (script, tests) = ("\(stem).lua", stem + ScriptTestFile.suffix)
      if let absent = [script, tests].first(where: { !Workspace.exists($0) }) {
        let what =
          absent == tests
          ? "no such examples; playtest script test --help describes the file"
          : "no such script"
        missing.append("\(SafeText.escaped(absent, limit: 1000)): \(what)")
        continue
      }
      do {
        let outcomes = try play(tests, of: script)
        played += outcomes.count
        failed += outcomes.count { !$0.isFine }
      } catch let issues as FileIssues {
        problems += issues.lines
      } catch let fault as ScriptFault {
        problems.append(SafeText.escaped(fault.message, limit: 1000))
      }
    }
    guard problems.isEmpty else { throw CommandFailure(.badInput, lines: problems + missing) }
    guard missing.isEmpty else { throw CommandFailure(.missingFile, lines: missing) }
    if failed > 0 {
      throw CommandFailure(.failed, "\(failed) of \(played) examples failed")
    }
  }

  private static func stem(of script: String) -> String {
    script.hasSuffix(".lua") ? String(script.dropLast(4)) : script
  }

  /// Plays a file's examples and shows what became of them.
  private func play(_ file: String, of path: String) throws -> [ScriptTest.Outcome] {
    let tests = try ScriptTestFile(reading: try Workspace.read(file), file: file)
    let library = try Workspace.library(of: path, scripts: workspace.scripts)
    let folder = Workspace.parent(of: path).split(separator: "/").last.map(String.init) ?? ""
    let test = try ScriptTest(
      script: try library.source(at: path, shownAs: path), folder: folder, library: library)
    let outcomes = tests.cases.map(test.run)
    let shown = SafeText.escaped(file, limit: 1000)
    for outcome in outcomes {
      let place = "\(shown):\(outcome.line): \(SafeText.named(outcome.name, limit: 200))"
      for line in outcome.printed {
        let when = line.isLoading ? " while loading" : ""
        Console.note("\(place): printed\(when): \(line.said)\n")
      }
      guard !outcome.isFine else { continue }
      Console.line("\(place):")
      for problem in outcome.problems { Console.line("  \(problem)") }
    }
    if outcomes.allSatisfy(\.isFine) {
      let count = outcomes.count == 1 ? "1 example" : "\(outcomes.count) examples"
      Console.line("ok: \(test.kind.rawValue) \(test.name): \(count)")
    }
    return outcomes
  }
}
