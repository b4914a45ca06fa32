/// A field of the observation of players that take only numbers: a whole number, or a list.
public struct OpenObservation: Hashable, Sendable {
  public let field: String
  /// How many numbers; a shorter list is filled up with the lower bound.
  public let length: Int
  /// From the least to the greatest number that may come up.
  public let range: ClosedRange<Int>

  /// The bounds of fields that a game does not declare: 32 bits.
  static let usualRange = Int(Int32.min)...Int(Int32.max)
  static let maxFields = 64
  static let maxLength = 4096

  public init(field: String, length: Int, range: ClosedRange<Int>) {
    self.field = field
    self.length = length
    self.range = range
  }

  /// What is wrong with a position of the game; nil: nothing.
  func problem(with state: OpenState) -> String? {
    switch PackedFields(state.packedView).fields[field] {
    case nil: return "the state has no field `\(field)`"
    case .other: return "s.\(field) must be a whole number or a list of whole numbers"
    case .whole(let value): return problem(with: [value])
    case .wholes(let values): return problem(with: values)
    }
  }

  private func problem(with values: [Int]) -> String? {
    if values.count > length {
      return "s.\(field) has \(values.count) numbers, and at most \(length) are declared"
    }
    guard let value = values.first(where: { !range.contains($0) }) else { return nil }
    return "s.\(field) holds \(value), and \(range.lowerBound) to \(range.upperBound) is declared"
  }
}

extension OpenGame {
  /// Random games from which the usual observation is worked out, and moves of each.
  private static let observedGames = 10
  private static let observedMoves = 60

  /// What players get who see numbers alone: what the game declares, or the visible whole numbers
  /// and lists of whole numbers that keep their length, in the order of their names.
  ///
  /// Those are worked out from random games on the level.
  /// - Throws: The script's fault.
  public func observation(on level: OpenLevel) throws(ScriptFault) -> [OpenObservation] {
    if !spec.observation.isEmpty { return spec.observation }
    let host = ScriptHost(interfaces: [], libraries: modules)
    var lengths: [String: Int] = [:]
    var isFirst = true
    func look(at state: OpenState) {
      let found = PackedFields(state.packedView).fields.compactMapValues(\.length)
      lengths = isFirst ? found : lengths.filter { found[$0.key] == $0.value }
      isFirst = false
    }
    for index in 0..<Self.observedGames {
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
      var context = GameContext(streams: streams, scripts: host)
      var random = SeededRandom(key: streams.agents)
      host.beginGame()
      var state = try OpenGameCheck.start(level, in: &context)
      look(at: state)
      for _ in 0..<Self.observedMoves where state.outcome == nil {
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try OpenGameCheck.apply(move, to: &state, in: &context)
        look(at: state)
      }
    }
    return lengths.keys.sorted().compactMap { name in
      lengths[name].map {
        OpenObservation(field: name, length: $0, range: OpenObservation.usualRange)
      }
    }
  }
}
