import ArgumentParser
import SimHarness

/// `playtest script`: checks scripts.
struct ScriptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Check Lua scripts of every kind.",
    discussion: """
      Example:
        playtest script check scripts/bubbles/*.lua
      """,
    subcommands: [ScriptCheckCommand.self])
}

struct ScriptCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Load scripts in the sandbox, check their fields, play a small game with each.",
    discussion: """
      A bubble plays 60 shots twice, the second time with a fresh machine before every call: a \
      script that keeps something between calls differs. An agent plays small games twice and must \
      make the same moves. A generator makes levels at the ends of all its parameters, and each is \
      checked like a level file.

      Kinds that a script uses and modules that it requires are looked for in the scripts folder \
      it lies in, else in --scripts.

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
    for file in files {
      guard Workspace.exists(file) else {
        missing.append("\(SafeText.escaped(file, limit: 1000)): there is no such file")
        continue
      }
      guard !Workspace.isFolder(file) else {
        problems.append(
          "\(SafeText.escaped(file, limit: 1000)): this is a folder; name files, such as \(file)/*.lua"
        )
        continue
      }
      let report = try check(file)
      for line in report.printed {
        let name = SafeText.escaped(file, limit: 1000)
        Console.note("\(name): printed: \(SafeText.escaped(line, limit: 300))\n")
      }
      if report.isFine {
        Console.line(report.line)
      } else {
        problems += report.problems.map { SafeText.escaped($0, limit: 1000) }
      }
    }
    guard problems.isEmpty else {
      throw CommandFailure(.badInput, lines: problems + missing)
    }
    guard missing.isEmpty else { throw CommandFailure(.missingFile, lines: missing) }
  }

  private func check(_ file: String) throws -> ScriptCheck.Report {
    let folder = Workspace.parent(of: file)
    let isSorted = ScriptKind.allCases.contains { kind in
      folder == kind.folder || folder.hasSuffix("/" + kind.folder)
    }
    let library =
      isSorted && workspace.scripts == nil
      ? ScriptLibrary(folder: Workspace.parent(of: folder))
      : try Workspace.scripts(workspace.scripts)
    return ScriptCheck(library: library).report(path: file)
  }
}
