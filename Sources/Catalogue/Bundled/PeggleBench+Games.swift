import PeggleGame
import SimHarness

extension PeggleBench {
  /// The scripts of `levels`, so that they depend on no scripts folder.
  private static let scripts = ScriptLibrary(kept: [
    ScriptSource(name: "pegs/blue.lua", text: "return { name = 'blue', glyph = 'b' }"),
    ScriptSource(name: "pegs/orange.lua", text: "return { name = 'orange', glyph = 'o' }"),
    ScriptSource(
      name: "modes/classic.lua",
      text: """
        return { name = 'classic', on_bucket = function(state) state:add_balls(1) end,
          is_won = function(state) return state.orange_left == 0 end,
          is_lost = function(state) return state.balls == 0 end }
        """),
  ])

  /// The boards as levels: 60 pegs, every third of them orange, 10 balls.
  public static func levels() throws(LevelError) -> [PeggleLevel] {
    var levels: [PeggleLevel] = []
    for board in 0..<boardCount {
      var file = PeggleLevelFile(name: "bench \(board)")
      file.objects = pegs(board: board).enumerated().map { place, body in
        PeggleObject(
          .peg(colour: place % 3 == 0 ? "orange" : "blue", radius: 20), x: body.position.x,
          y: body.position.y)
      }
      levels.append(try PeggleLevel(file, catalog: scripts))
    }
    return levels
  }

  /// Counts shots and folds the ends of the games into a checksum.
  public struct Counter: Observer {
    public typealias State = PeggleState
    public private(set) var moves = 0
    /// FNV-1a over words: score, moves, pegs left.
    public private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    public mutating func gameDidEnd(
      _ state: borrowing PeggleState, end: GameEnd, moves: Int
    ) {
      self.moves &+= moves
      for word in [state.score, moves, state.view.pegsLeft.count] {
        checksum = (checksum ^ UInt64(truncatingIfNeeded: word)) &* 0x100_0000_01B3
      }
    }
  }

  /// Plays games 0..<`games`, level by level in turn, each of `maxMoves` shots at most.
  public static func play<Player: Agent<PeggleState>>(
    games: Int, on levels: [PeggleLevel], maxMoves: Int = 200, with agent: Player,
    scripts host: any ScriptHosting
  ) -> Counter {
    var runner = Runner(agent: agent, name: nil, maxMoves: maxMoves)
    var counter = Counter()
    for game in 0..<games {
      let level = levels[game % levels.count]
      let streams = LevelStreams(seed: 2026, levelID: level.id)
      _ = runner.play(
        level, index: game, streams: GameStreams(level: streams, index: game), scripts: host,
        observer: &counter)
    }
    return counter
  }
}
