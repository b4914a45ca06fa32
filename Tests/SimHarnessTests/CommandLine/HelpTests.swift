import Foundation
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
