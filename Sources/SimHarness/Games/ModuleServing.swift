/// Games that are modules, served as engines: the level is one of a list, and a move is its place
/// among those offered.
enum ModuleServing {
  private static let maxMoves = 1 << 15
  /// As many metrics as an engine may declare.
  private static let maxMetrics = 32

  static func served<Game: GameModule>(
    _ module: Game.Type, _ levels: [PlayableLevel], _ modules: [ScriptSource]
  ) -> (description: ServedGameDescription, game: any ServedGame) {
    let host = ScriptHost(interfaces: Game.allInterfaces, libraries: modules)
    let names = levels.map(\.name)
    let converter = ServedStates<Game.State, Game.Tally>.ProtocolConverter(
      level: { fields throws(ServedError) in
        guard case .object(let members) = fields else {
          throw ServedError(.level, "the fields of a level are an object")
        }
        let name: JSONTree =
          members.first { $0.key == "level" }?.value ?? .string(names.first ?? "")
        guard case .string(let text) = name,
          let level = levels.first(where: { $0.name == text })?
            .content(as: Game.State.Level.self)
        else {
          throw ServedError(.level, "expected the name of a level", field: "level")
        }
        return level
      },
      moves: { state in (0..<min(state.legalMoveCount, maxMoves)).map { [$0] } },
      move: { numbers, state in
        guard numbers.count == 1, (0..<state.legalMoveCount).contains(numbers[0]) else {
          return nil
        }
        return state.legalMove(at: numbers[0])
      },
      event: { _ in nil }, worth: { _, _ in nil }, seen: { _ in nil },
      imagined: { _, _, _ in nil }, tried: { _, _, _ in nil }, picture: { _ in nil },
      reason: { _, _ in nil },
      metrics: Array(Game.Tally.metrics.prefix(maxMetrics)))
    let description = ServedGameDescription(
      game: [
        "name": .string(Game.name), "summary": .string(Game.summary),
        "fields": [
          [
            "name": "level", "kind": "choice", "of": .array(names.map { .string($0) }),
            "summary": "the level that is played",
          ]
        ],
        "move": [["move", 0, .int(maxMoves - 1)]], "events": [:],
        "metrics": .array(
          Game.Tally.metrics.prefix(maxMetrics).map {
            [
              "name": .string($0.name), "unit": .string($0.unit), "summary": .string($0.summary),
            ]
          }),
        "reasons": .array(Game.lossReasons.map { .string($0) }),
        "hidden": "imagine", "max_moves": .int(Game.defaultMaxMoves), "goal": true,
      ], can: ["copy", "imagine", "try", "hash", "streams"])
    return (description, ServedStates(converter, host: host))
  }
}
