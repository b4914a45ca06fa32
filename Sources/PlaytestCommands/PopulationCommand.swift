import ArgumentParser
import Lab
import SimHarness

private let usual = PopulationModel.Traits.standard

/// `playtest population`: where people would stop, walking a run's levels in their order.
struct PopulationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "population",
    abstract: "Simulate a population playing through a run's levels: attempts, players lost.",
    discussion: """
      Each player has a skill on the scale of the levels' difficulties (skill 0 passes the median \
      level half of the time), may give up after failures and may stop out of boredom. The run \
      needs two or more agents, so that its levels have difficulty ratings.

      Examples:
        playtest population Reports/runs/bubble-blast
        playtest population RUN --skill 1 --giving-up 0.1 --json
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @Option(help: ArgumentHelp("The number of players.", valueName: "n"))
  var players = usual.players

  @Option(
    help: ArgumentHelp(
      "Their mean skill, in logits (default: \(usual.skillMean)).", valueName: "x"),
    transform: DecimalOption.read)
  var skill = usual.skillMean

  @Option(
    help: ArgumentHelp(
      "The standard deviation of their skill (default: \(usual.skillDeviation)).", valueName: "x"),
    transform: DecimalOption.read)
  var spread = usual.skillDeviation

  @Option(
    name: .customLong("giving-up"),
    help: ArgumentHelp(
      "The mean probability of giving up after a failed attempt (default: \(usual.givingUp)).",
      valueName: "p"), transform: DecimalOption.read)
  var givingUp = usual.givingUp

  @Option(
    help: ArgumentHelp(
      "The mean probability of stopping after a passed level (default: \(usual.boredom)).",
      valueName: "p"), transform: DecimalOption.read)
  var boredom = usual.boredom

  @Flag(help: "Print the figures as JSON on stdout.")
  var json = false

  func validate() throws {
    guard (1...1_000_000).contains(players) else {
      throw ValidationError("--players must be 1 to 1000000")
    }
    guard skill.magnitude <= 20 else { throw ValidationError("--skill must be -20 to 20") }
    guard (0...10).contains(spread) else { throw ValidationError("--spread must be 0 to 10") }
    for (option, share) in [("--giving-up", givingUp), ("--boredom", boredom)]
    where !(0...0.5).contains(share) {
      throw ValidationError(
        "\(option) must be 0 to 0.5" + PercentageAdvice.text([share], in: 0...0.5))
    }
  }

  func run() throws {
    let summary = try RunFolder(path: folder).summary(games: Playtest.games)
    let rated = summary.levels.filter { $0.difficulty != nil }
    guard !rated.isEmpty else {
      try summary.checkResults(of: folder)
      throw CommandFailure(
        .badInput,
        "\(folder): the levels are not rated; run levels with goals, with two or more agents that"
          + " play alone (a pair A:B does not count)")
    }
    var traits = PopulationModel.Traits()
    traits.players = players
    traits.skillMean = skill
    traits.skillDeviation = spread
    traits.givingUp = givingUp
    traits.boredom = boredom
    let names = rated.map(\.name)
    let model = PopulationModel(
      difficulties: rated.compactMap { $0.difficulty?.value }, traits: traits)
    let unrated = summary.levels.filter { $0.difficulty == nil }.map(\.name)
    if summary.isPartial {
      Console.error([
        "\(folder): the run was interrupted; only the games that were played count"
      ])
    }
    if json {
      Console.output(model.json(levels: names, unrated: unrated, traits: traits))
    } else {
      Console.output(
        TextTable.fitting(model.rows(levels: names), width: Console.tableWidth) + "\n" + Self.legend
      )
      let lines = unrated.map {
        "not rated: \(SafeText.named($0, limit: 60)) has no goal or no games"
      }
      FileIssues.shown(lines).forEach(Console.line)
    }
  }

  private static let legend = TextTable.wrapped(
    "shares are of all players who started; attempts: mean per player who began the level; churn: "
      + "share of those players who stop there; levels that are not rated are left out")
}
