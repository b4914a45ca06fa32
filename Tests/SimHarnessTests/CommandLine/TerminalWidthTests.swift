import Foundation
import TestSupport
import Testing

@testable import PlaytestCommands

/// What commands print on a terminal fits it.
///
/// The commands come from the program's own tree and the lists from `list` itself, so that none can
/// be forgotten.
@Suite struct TerminalWidthTests {
  private static let widths: [UInt16] = [80, 100]

  /// What a command prints on a terminal, line by line.
  private static func lines(_ words: [String], width: UInt16) throws -> [Substring] {
    let terminal = try TerminalProgram(
      words, in: Oracle.root, width: width, height: 50, showsErrors: true)
    let (code, output, _) = terminal.end()
    let lines = output.split(omittingEmptySubsequences: false) { $0.isNewline }
    #expect(code == 0 && lines.count > 1, "\(words.joined(separator: " ")): \(output)")
    return lines
  }

  @Test func everyCommandIsKnown() {
    #expect(Program.commands.count > 30)
    #expect(Program.commands.contains { $0.words == ["level", "edit"] })
  }

  @Test(arguments: Program.commands, widths)
  func helpFits(_ command: Program.Command, _ width: UInt16) throws {
    let lines = try Self.lines(command.words + ["--help"], width: width)
    #expect(lines.filter { $0.count > width } == [])
    // An example that is too long goes on at the left edge.
    let broken = zip(lines, lines.dropFirst()).filter { line, next in
      line.hasPrefix("  ") && !next.isEmpty && !next.hasPrefix(" ")
    }
    #expect(broken.map { String($1) } == [], "shorten the line before")
  }

  /// The tables of a run and of what is asked about it.
  @Test(arguments: widths)
  func tablesOfFiguresFit(_ width: UInt16) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let commands = [
        "run good.json --agents random,beginner,novice,casual,greedy --games 12 --out r --quiet",
        "explain r --level Good --games 10 --quiet", "compare r r",
        "study r --games 1 --turns 1 --rollouts 1 --quiet",
      ].map { $0.split(separator: " ").map(String.init) }
      let tune = [
        "tune", "good.json", "--vary", "shots=2...12", "--aim", "pass_rate(casual) in 0.8...0.95",
        "--games", "2000", "--out", "t", "--quiet",
      ]
      for words in commands + [tune] {
        let terminal = try TerminalProgram(words, in: folder, width: width, height: 50)
        let (_, output, errors) = terminal.end()
        let lines = output.split { $0.isNewline }.filter { !$0.hasPrefix("  playtest ") }
        #expect(lines.count > 1, "\(words): \(errors)")
        #expect(lines.filter { $0.count > width } == [], "\(words)")
      }
    }
  }

  @Test(arguments: ListCommand.Subject.allCases, widths)
  func listsFit(_ subject: ListCommand.Subject, _ width: UInt16) throws {
    // Rules and observations are those of one game; metrics and features may be.
    let games =
      switch subject {
      case .rules: ["bubble-blast", "peggle", "bubble-pop", "set", "cards"]
      case .observation: ["tiles", "patience"]
      default: [""]
      }
    for game in games {
      let words = ["list", subject.rawValue, game].filter { !$0.isEmpty }
      let lines = try Self.lines(words, width: width)
      #expect(lines.filter { $0.count > width } == [])
    }
  }
}
