import SimHarness

/// Plays the moves of a record, whatever the game shows.
struct RecordedAgent<State: RecordedGame>: Agent {
  private let moves: [State.Move]

  /// `bytes` are the encoded moves of a game of this level.
  init(_ bytes: [UInt8], level: State.Level) {
    moves = State.decodeMoves(bytes, level: level) ?? []
  }

  mutating func chooseMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    using random: inout SeededRandom
  ) throws(AgentError) -> State.Move {
    guard turn.index < moves.count else { throw .noMoves }
    return moves[turn.index]
  }
}

/// The games that one person has played, for a run.
public struct RecordedGames: Sendable {
  /// What a level must have in common with a record: how it plays, and what its games meet.
  private struct Key: Hashable, Sendable {
    let hash: String
    let id: String

    init(_ level: PlayableLevel) {
      hash = level.hash
      id = level.id
    }
  }

  private var games: [Key: [Int: [UInt8]]] = [:]
  public private(set) var count = 0

  public init() {}

  /// Adds a game's encoded moves; false if a game with this index exists.
  public mutating func add(_ moves: [UInt8], index: Int, of level: PlayableLevel) -> Bool {
    guard games[Key(level)]?[index] == nil else { return false }
    games[Key(level), default: [:]][index] = moves
    count += 1
    return true
  }

  /// The indices of a level's games, ascending.
  public func indices(of level: PlayableLevel) -> [Int] { (games[Key(level)] ?? [:]).keys.sorted() }

  /// The encoded moves of a game; nil if there is none.
  public func moves(ofGame index: Int, of level: PlayableLevel) -> [UInt8]? {
    games[Key(level)]?[index]
  }
}

extension Roster {
  /// A person as a player of a run: the games that were recorded, and no others.
  public static func person(
    _ name: String, game: GameEntry, games recorded: RecordedGames
  ) -> RunPlayer? {
    guard let play = binding(of: game)?.play else { return nil }
    return RunPlayer(
      name: name, summary: "a human player, who played in a terminal", scripts: [],
      recorded: recorded.indices(of:)
    ) { request, level, host, isCancelled, row in
      for index in request.games {
        if isCancelled() { return }
        guard let moves = recorded.moves(ofGame: index, of: level) else { continue }
        let one = BatchRequest(
          seed: request.seed, levelID: request.levelID, games: index..<index + 1,
          maxMoves: request.maxMoves, checks: request.checks)
        play(.recorded(moves), name, one, level, host, isCancelled, row)
      }
    }
  }
}
