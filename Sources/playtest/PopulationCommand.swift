import ArgumentParser
import SimHarness

/// `playtest population`: where people would stop, walking a run's levels in their order.
struct PopulationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "population",
    abstract: "Walk a population through a run's levels: survivors, attempts, churn.",
    discussion: """
      Players have a skill on the scale of the levels' difficulties (0 passes the level in the \
      middle every other time), give up after failures and stop out of boredom. The run needs \
      two agents or more, so that its levels are rated.

      Examples:
        playtest population Reports/runs/bubble-blast
        playtest population RUN --skill 1 --giving-up 0.1 --json
      """)

  @Argument(help: ArgumentHelp("A run's folder.", valueName: "run"))
  var folder: String

  @Option(help: ArgumentHelp("How many players there are.", valueName: "n"))
  var players = PopulationModel.Traits.standard.players

  @Option(help: ArgumentHelp("Their mean skill, in logits.", valueName: "x"))
  var skill = PopulationModel.Traits.standard.skillMean

  @Option(help: ArgumentHelp("The standard deviation of their skill.", valueName: "x"))
  var spread = PopulationModel.Traits.standard.skillDeviation

  @Option(
    name: .customLong("giving-up"),
    help: ArgumentHelp(
      "The mean chance to give up for good after a failed attempt.", valueName: "p"))
  var givingUp = PopulationModel.Traits.standard.givingUp

  @Option(help: ArgumentHelp("The mean chance to stop after a passed level.", valueName: "p"))
  var boredom = PopulationModel.Traits.standard.boredom

  @Flag(help: "Print the figures as JSON on stdout.")
  var json = false

  func validate() throws {
    guard (1...1_000_000).contains(players) else {
      throw ValidationError("--players must be 1 to 1,000,000")
    }
    guard skill.magnitude <= 20 else { throw ValidationError("--skill must be -20 to 20") }
    guard (0...10).contains(spread) else { throw ValidationError("--spread must be 0 to 10") }
    guard (0...0.5).contains(givingUp) else {
      throw ValidationError("--giving-up must be 0 to 0.5")
    }
    guard (0...0.5).contains(boredom) else { throw ValidationError("--boredom must be 0 to 0.5") }
  }

  func run() throws {
    let summary = try RunFolder(path: folder).summary(game: GameRegistry.game(named:))
    let rated = summary.levels.filter { $0.difficulty != nil }
    guard !rated.isEmpty else {
      throw CommandFailure(
        .badInput,
        "\(folder): the levels are not rated; run them with two agents or more, and with goals")
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
    if json {
      Console.output(model.json(levels: names, traits: traits))
    } else {
      Console.output(TextTable.text(model.rows(levels: names)) + "\n" + Self.legend)
    }
  }

  private static let legend = TextTable.wrapped(
    "shares of all players who began; attempts: the mean of those who began the level; churn: the "
      + "share of those that it loses; left: who go on. Levels without a goal are left out")
}
