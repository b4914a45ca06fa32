import SimHarness

/// Plays each game as one of several players, drawn by their weights.
package struct MixedAgent<State: PlanningGame>: Agent {
  private var players: [SkillAgent<State>]
  private let weights: [Double]
  /// Who plays this game, once it has begun.
  private var chosen: Int?

  package init(_ parts: [MixedPlayer.Part]) {
    players = parts.map { SkillAgent($0.model) }
    weights = parts.map(\.weight)
  }

  package mutating func gameDidStart() { chosen = nil }

  package mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    let player = chosen ?? draw(random.uniform())
    if chosen == nil {
      chosen = player
      players[player].gameDidStart()
    }
    return try players[player].chooseMove(turn, in: &imagination, using: &random)
  }

  private func draw(_ uniform: Double) -> Int {
    var left = uniform * weights.reduce(0, +)
    for (place, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return place }
    }
    return weights.count - 1
  }
}

/// The players of a mix.
package struct MixedPlayer: Sendable {
  package struct Part: Sendable {
    var model: SkillModel
    var weight: Double

    package init(model: SkillModel, weight: Double) {
      self.model = model
      self.weight = weight
    }
  }

  /// The file that describes it.
  package var source: ScriptSource
  package var parts: [Part]

  package init(source: ScriptSource, parts: [Part]) {
    self.source = source
    self.parts = parts
  }
}
