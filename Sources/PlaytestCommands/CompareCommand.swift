import ArgumentParser
import Lab
import SimHarness

/// `playtest compare`: what moved between two runs.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two runs level by level and agent by agent.",
    discussion: """
      Runs with the same seed are compared game by game, on the same deals, which shows \
      smaller changes. Exits with 1 if a figure moved beyond the tolerance, up or down, \
      or if more games failed than before; --fail-on worse ignores improvements. \
      If nothing changed, at most 1 comparison in 20 reports a change.

      Examples:
        playtest compare Reports/runs/main Reports/runs/branch
        playtest compare before after --tolerance 0.02 --markdown change.md
        playtest compare before after --fail-on worse
        playtest compare before after --json
        playtest compare people agents --pair people=casual
      """)

  @Argument(help: ArgumentHelp("The folder of the earlier run.", valueName: "base"))
  var base: String

  @Argument(help: ArgumentHelp("The folder of the later run.", valueName: "new"))
  var new: String

  @Option(
    help: ArgumentHelp(
      "Compare a player of the base with another one of the new run; may be repeated.",
      valueName: "base=new"))
  var pair: [String] = []

  @Option(
    help: ArgumentHelp(
      "Ignore changes up to this share: 0.02 is 2 points of a pass rate, or 2% of a score.",
      valueName: "x"))
  var tolerance = 0.0

  /// Which changes end the command with 1.
  enum Failing: String, CaseIterable, ExpressibleByArgument {
    case moved, worse, better, never

    func includes(_ cell: CellComparison) -> Bool {
      // Games that fail now are worse, whatever the others' figures are.
      if cell.failsMore, self == .moved || self == .worse { return true }
      guard cell.hasMoved, let change = cell.difference?.value else { return false }
      return switch self {
      case .moved: true
      case .worse: change < 0
      case .better: change > 0
      case .never: false
      }
    }
  }

  @Option(
    name: .customLong("fail-on"),
    help: ArgumentHelp(
      "Exit with 1 if a figure moved, got worse (lower, or games failed), got better, or never.",
      valueName: "change"))
  var failOn = Failing.moved

  @Option(
    help: ArgumentHelp("Write a Markdown page for a pull request to this file.", valueName: "file"))
  var markdown: String?

  @Flag(help: "Print the comparison as JSON on stdout.")
  var json = false

  func validate() throws {
    guard tolerance >= 0, tolerance < 1 else {
      throw ValidationError(
        "--tolerance must be at least 0 and below 1"
          + PercentageAdvice.text([tolerance], in: 0...0.99))
    }
  }

  func run() throws {
    try Workspace.checkOutput(markdown, "--markdown", reading: [])
    let before = try whole(base)
    let after = try whole(new)
    guard before.manifest.game == after.manifest.game else {
      throw CommandFailure(
        .badInput,
        "\(new): this run is of \(after.manifest.game), the other one of \(before.manifest.game);"
          + " compare runs of one game")
    }
    let comparison = try RunComparison(
      before, after, tolerance: tolerance, pairs: try pairs(before, after))
    guard !comparison.cells.isEmpty else {
      throw CommandFailure(
        .badInput,
        "\(new): the runs have no level and agent in common; compare runs that share some")
    }
    if let markdown { try AtomicFile.write(comparison.markdown, to: markdown) }
    Console.output(json ? comparison.json : text(comparison), unread: .isDropped)
    if comparison.cells.contains(where: failOn.includes) {
      throw ExitCode(ExitStatus.failed.rawValue)
    }
  }

  /// A run that is not a part of another: games that a part lacks would look like games that are
  /// the same.
  private func whole(_ path: String) throws -> RecordedRun {
    let folder = RunFolder(path: path)
    let run = try RecordedRun(folder: folder, games: Playtest.games)
    if let shard = run.manifest.shard { throw RunFolderError.part(folder.path, shard) }
    return run
  }

  /// The players of the base by those of the new run that they are compared with.
  private func pairs(_ before: RecordedRun, _ after: RecordedRun) throws -> [String: String] {
    let names = (
      before: before.manifest.agents.map(\.name), after: after.manifest.agents.map(\.name)
    )
    var pairs: [String: String] = [:]
    for text in pair {
      // A name may hold `=`.
      let places = text.indices.filter { text[$0] == "=" }
      guard let first = places.first else {
        throw CommandFailure(
          .usage, "--pair: \(SafeText.quoted(text)) is not a pair; write --pair people=casual")
      }
      let place =
        places.first {
          names.before.contains(String(text[..<$0]))
            && names.after.contains(String(text[text.index(after: $0)...]))
        } ?? first
      let (one, other) = (String(text[..<place]), String(text[text.index(after: place)...]))
      guard names.before.contains(one) else {
        throw CommandFailure.unknown("player", one, among: names.before, in: "--pair: \(base)")
      }
      guard names.after.contains(other) else {
        throw CommandFailure.unknown("player", other, among: names.after, in: "--pair: \(new)")
      }
      guard pairs.updateValue(one, forKey: other) == nil else {
        throw CommandFailure(
          .usage,
          "--pair: \(SafeText.named(other)) is paired twice; compare it with one player at a time")
      }
    }
    return pairs
  }

  private func text(_ comparison: RunComparison) -> String {
    var lines = [TextTable.fitting(comparison.rows, width: Console.tableWidth)]
    lines.append("\n")
    lines.append(contentsOf: comparison.sentences.map { TextTable.wrapped($0) })
    let replays = comparison.replays()
    if !replays.isEmpty {
      lines.append("\ngames that ended differently:\n")
      lines.append(contentsOf: replays.map { "  \($0)\n" })
    }
    return lines.joined() + "\n" + TextTable.wrapped(RunComparison.legend)
  }
}
