import SimHarness

/// A script of any bytes as a whole game, read and played under small limits.
struct OpenGameTrial {
  /// Moves that are played of it.
  private static let moves = 6

  private let source: ScriptSource

  init(_ bytes: [UInt8]) {
    source = ScriptSource(name: "games/trial.lua", text: String(decoding: bytes, as: UTF8.self))
  }

  /// What property does not hold, in words; a fault of the script is none.
  func finding() -> String? {
    do throws(ScriptFault) {
      let game = try OpenGame(from: source, limits: ScriptTrial.limits)
      return try play(
        OpenLevel(game: game, name: "trial", id: nil, values: game.spec.fields.map(\.usual)))
    } catch {
      return nil
    }
  }

  private func play(_ level: OpenLevel) throws(ScriptFault) -> String? {
    let host = ScriptHost(
      limits: ScriptTrial.limits, interfaces: OpenGames.allInterfaces, log: { _ in })
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: "trial"), index: 0)
    var context = GameContext(streams: streams, scripts: host)
    var imagination = GameContext.imagination(for: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    var state = try OpenGameCheck.start(level, in: &context)
    for _ in 0..<Self.moves {
      do {
        try state.checkInvariants()
      } catch {
        return "\(error)"
      }
      if state.imagined(in: &imagination).view != state.view {
        return "an imagined copy does not look the same to the player"
      }
      if state.outcome != nil { break }
      let move = state.legalMove(at: random.below(state.legalMoveCount))
      var bytes: [UInt8] = []
      OpenState.encode(move, level: level, into: &bytes)
      if OpenState.decodeMoves(bytes, level: level) != [move] {
        return "a move that was written is not read as itself"
      }
      try OpenGameCheck.apply(move, to: &state, in: &context)
    }
    return nil
  }
}
