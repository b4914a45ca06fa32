import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The help of every command, found from the program's own tree, so that none can be forgotten.
@Suite struct HelpTests {
  private static let folder = "Help"

  /// `playtest level edit` is kept in `playtest-level-edit.txt`.
  private static func file(of command: Program.Command) -> String {
    command.testDescription.replacingOccurrences(of: " ", with: "-") + ".txt"
  }

  @Test(arguments: Program.commands)
  func isThatOfTheGoldenFile(_ command: Program.Command) throws {
    let help = try Program.run(
      command.words + ["--help"], in: FileManager.default.temporaryDirectory)
    #expect(help.code == 0)
    #expect(help.errors.isEmpty)
    try Golden.expect(help.output, at: "\(Golden.folder)/\(Self.folder)/\(Self.file(of: command))")
    #expect(help.output.contains("Example"), "every command's help shows an example")
    #expect(help.output.contains(command.testDescription))
    #expect(Self.wrapped(help.output) == [], "shorten what the terminal's width has wrapped")
  }

  /// Lines fit the terminal, and sentences end with one full stop, behind the default too.
  @Test(arguments: Program.commands, [80, 100])
  func fitsTheTerminalAndEndsItsSentences(_ command: Program.Command, _ width: Int) throws {
    let help = try Program.shell(
      "COLUMNS=\(width) playtest \(command.words.joined(separator: " ")) --help",
      in: FileManager.default.temporaryDirectory
    ).output
    #expect(help.split(separator: "\n").filter { $0.count > width } == [])
    let sections = help.components(separatedBy: "\n\n").filter { text in
      ["ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:"].contains { text.hasPrefix($0) }
    }
    #expect(!sections.isEmpty)
    let helps = sections.joined(separator: "\n").replacing(/\n {20,}/, with: " ").split(
      separator: "\n")
    let unended = helps.filter {
      $0.hasPrefix("  ") && !$0.hasSuffix(".") || $0.contains(". (default")
    }
    #expect(unended == [])
    #expect(help.prefix { $0 != "\n" }.contains(".") || help.contains(".\n\n"))
  }

  /// Every table that `list` prints fits 80 columns if stdout is not a terminal.
  @Test(arguments: [
    "games", "levels", "agents", "bubbles", "generators", "pegs", "modes", "masters", "pops",
    "spawners", "cards", "metrics", "features", "rules bubble-blast", "rules peggle", "rules set",
    "rules bubble-pop", "observation tiles",
  ])
  func aListFits80Columns(_ subject: String) throws {
    for width in [80, 100] {
      let list = try Program.shell("COLUMNS=\(width) playtest list \(subject)", in: Oracle.root)
      #expect(list.code == 0, "\(list.errors)")
      #expect(list.output.split(separator: "\n").count > 1)
      #expect(list.output.split(separator: "\n").filter { $0.count > width } == [])
    }
  }

  /// A terminal gets long messages broken between words.
  @Test func messagesFitTheTerminal() throws {
    let terminal = try TerminalProgram(
      ["run", "nothing", "--agents", "a", "--jobs", "0", "--people", "nobody", "--watch"],
      in: Oracle.root, width: 60, showsErrors: true)
    let (code, output, _) = terminal.end()
    #expect(code == 64)
    let lines = output.split { $0.isNewline }
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 60 }, "\(output)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
  }

  /// The rests of indented lines, such as examples, that were too long for 80 columns.
  private static func wrapped(_ help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).filter { line, next in
      line.hasPrefix("  ") && !next.isEmpty && !next.hasPrefix(" ")
    }.map { String($1) }
  }

  @Test func noGoldenFileIsLeftOver() throws {
    #expect(Program.commands.count > 15, "the program tells its commands")
    try Golden.expectOnly(Program.commands.map(Self.file), in: Self.folder)
  }
}
