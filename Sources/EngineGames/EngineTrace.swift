/// A game as an engine played it: enough to play it again and compare.
struct EngineTrace: Sendable {
  let fields: String
  let seed: EngineSeed
  let start: EngineLook
  private(set) var moves: [(move: UInt64, look: EngineLook)] = []

  /// The most moves that are kept; what comes after is not compared.
  private static let maxMoves = 10_000

  init(fields: String, seed: EngineSeed, start: EngineLook) {
    self.fields = fields
    self.seed = seed
    self.start = start
  }

  mutating func add(_ move: UInt64, _ look: EngineLook) {
    if moves.count < Self.maxMoves { moves.append((move, look)) }
  }
}
