import ArgumentParser
import Catalogue
import FoundationEssentials
import SimHarness

/// `playtest script`: checks scripts and plays their examples.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Check Lua scripts and play their examples.",
    discussion: """
      Examples:
        playtest script check scripts/bubbles/*.lua
        playtest script test scripts/bubbles/*.test.json
      """,
    subcommands: [ScriptCheckCommand.self, ScriptTestCommand.self])
}

struct ScriptCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Load scripts in the sandbox, check their fields and play small games with them.",
    discussion: """
      A bubble plays 60 shots twice, the second time with a new Lua machine before every call, to \
      detect scripts that keep state between calls. An agent plays small games twice and must \
      make the same moves. A generator makes levels with the minimum and maximum of each of its \
      parameters, and each level is checked like a level file. A game plays 200 random games: only \
      setup and apply may change the state, nothing may be kept outside of it, and moves must not \
      depend on what is hidden.

      The scripts folder that a script is in, or --scripts, is searched for other scripts and \
      modules that it uses.

      Examples:
        playtest script check scripts/bubbles/crate.lua
        playtest script check scripts/bubbles/*.lua scripts/agents/*.lua
      """)

  @Argument(help: ArgumentHelp("Lua files.", valueName: "file"))
  var files: [String]
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    var problems: [String] = []
    var missing: [String] = []
    for file in try files.flatMap({ try Workspace.matches(of: $0) }) {
      guard Workspace.exists(file) else {
        missing.append("\(SafeText.escaped(file, limit: 1000)): no such file")
        continue
      }
      guard !Workspace.isFolder(file) else {
        problems.append(
          "\(SafeText.escaped(file, limit: 1000)): this is a folder; name files, such as"
            + " \(SafeText.escaped(Self.scripts(in: file), limit: 1000))"
        )
        continue
      }
      guard !file.hasSuffix(ScriptTestFile.suffix) else {
        problems.append(
          "\(SafeText.escaped(file, limit: 1000)): this file has a script's examples, not a script;"
            + " play them with playtest script test")
        continue
      }
      let report = try check(file)
      for line in report.printed {
        let name = SafeText.escaped(file, limit: 1000)
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
          Console.note("\(name): printed: \(PrintedLine.safe(String(part)))\n")
        }
      }
      if report.isFine {
        Console.line(report.line)
        noteBuiltInName(of: file)
      } else {
        problems += report.problems.map { SafeText.escaped($0, limit: 1000) }
      }
    }
    guard problems.isEmpty else {
      throw CommandFailure(.badInput, lines: problems + missing)
    }
    guard missing.isEmpty else { throw CommandFailure(.missingFile, lines: missing) }
  }

  /// Says so where an agent's name means another player.
  private func noteBuiltInName(of file: String) {
    let name = ScriptName.stem(of: file)
    guard Workspace.title(of: Workspace.parent(of: file)) == ScriptKind.agent.folder,
      Roster.hidesScript(name, among: Playtest.games)
    else { return }
    Console.error([
      "\(file): note: '\(name)' means a built-in player; rename the file, or name it by its path"
    ])
  }

  /// The pattern that names a folder's scripts: its own, or those of its folders of kinds.
  private static func scripts(in folder: String) -> String {
    func names(_ path: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
    func hasScripts(_ path: String) -> Bool { names(path).contains { $0.hasSuffix(".lua") } }
    let plain = folder == "/" ? "" : folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let isOfKinds = !hasScripts(folder) && names(folder).contains { hasScripts("\(plain)/\($0)") }
    return plain + (isOfKinds ? "/*/*.lua" : "/*.lua")
  }

  private func check(_ file: String) throws -> ScriptCheck.Report {
    let library = try Workspace.library(of: file, scripts: workspace.scripts)
    return ScriptCheck(library: library).report(path: file)
  }
}
