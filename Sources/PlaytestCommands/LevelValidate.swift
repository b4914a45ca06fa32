import ArgumentParser
import Catalogue
import SimHarness

struct LevelValidate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check level files and print all errors and warnings.",
    discussion: """
      A level that cannot be read or played is an error (exit code 65). A level that
      can be played but looks wrong gets a warning: bubbles that fall before the
      first shot, colours that never appear, a master without a green peg, or a
      level that the folder's pack.json does not list. Two levels with one name are
      an error, because 'run' refuses them.

      Examples:
        playtest level validate levels my-level.json
        playtest level validate levels --strict
      """)

  @Argument(help: "Level files or folders.")
  var levels: [String]
  @Flag(help: "Treat warnings as errors.")
  var strict = false
  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try Workspace.scripts(workspace.scripts)
    let found = LevelLoading.found(levels, library: library)
    var errors = found.problems.flatMap(\.lines)
    var warnings: [String] = []
    for file in found.levels {
      let name = SafeText.escaped(file.path, limit: 1000)
      let findings = LevelReview.findings(of: file, library: library)
      for severity in [LevelFinding.Severity.error, .warning] {
        let issues = file.issues(of: findings.filter { $0.severity == severity })
        let lines = issues.map { "\(name):\($0)" }
        if severity == .error || strict { errors += lines } else { warnings += lines }
      }
    }
    let unlisted = LevelLoading.unlisted(levels, in: found.levels)
    if strict { errors += unlisted } else { warnings += unlisted }
    Console.error(FileIssues.shown(warnings))
    guard errors.isEmpty else {
      let code =
        found.problems.isEmpty
        ? ExitStatus.badInput : ExitStatus(rawValue: LevelProblems(found.problems).exitCode)
      throw CommandFailure(code ?? .badInput, lines: FileIssues.shown(errors))
    }
    let count = found.levels.count
    let noted = warnings.isEmpty ? "" : ", \(Self.counted(warnings.count, "warning"))"
    Console.line("ok: \(Self.counted(count, "level"))\(noted)")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
