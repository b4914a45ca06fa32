extension OpenState: ExportedGame {
  public static func encode(_ move: OpenMove, level: OpenLevel, into bytes: inout [UInt8]) {
    if level.isForTwo { bytes.append(move.player) }
    for place in level.spec.move.indices {
      let number = move[place]
      var rest = UInt64(bitPattern: Int64(number)) << 1 ^ UInt64(bitPattern: Int64(number) >> 63)
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
  }

  public static func decodeMoves(_ bytes: [UInt8], level: OpenLevel) -> [OpenMove]? {
    let count = level.spec.move.count
    var numbers: [Int] = []
    var moves: [OpenMove] = []
    // In a two-player game, each move begins with who makes it.
    var player: UInt8? = level.isForTwo ? nil : 0
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      guard let mover = player else {
        guard byte <= 2 else { return nil }
        player = byte
        continue
      }
      guard shift < 21 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 != 0 { continue }
      let number = Int(value >> 1) ^ -Int(value & 1)
      guard level.spec.move[numbers.count].range.contains(number) else { return nil }
      numbers.append(number)
      value = 0
      shift = 0
      guard numbers.count == count else { continue }
      var move = OpenMove(numbers)
      move.player = mover
      moves.append(move)
      numbers = []
      if level.isForTwo { player = nil }
    }
    let isWhole = numbers.isEmpty && shift == 0 && (player == nil) == level.isForTwo
    return isWhole ? moves : nil
  }

  /// The seat of the player whose turn it is, in a two-player game.
  public func mover(of move: OpenMove) -> UInt8 { level.isForTwo ? table.turn : 0 }

  public func points(of player: UInt8) -> Int {
    player == 0 ? score : table.score(of: player)
  }

  public static func deal(ofGame index: Int, moves: [OpenMove]) -> Int {
    moves.contains { $0.player > 0 } ? BatchRequest.sharedDeal(ofGame: index) : index
  }
}

extension OpenState: PlanningGame {
  public typealias Looking = OpenLookahead
  public typealias Plans = OpenPlanning

  public static var executionNumbers: [String] { ["slips"] }

  /// The move, or another that is offered where the hand slips.
  public static func executed(
    _ choice: Choice<OpenState>, of turn: borrowing Turn<OpenState>, by execution: Execution,
    using random: inout SeededRandom
  ) -> OpenMove {
    let move = turn.move(of: choice)
    guard execution.slips > 0, random.uniform() < execution.slips else { return move }
    let count = turn.moveCount
    guard count > 1 else { return move }
    let other = turn.move(at: random.below(count))
    return other
  }
}

extension OpenState: ScriptPlayable {
  public static func give(_ move: OpenMove, to reply: inout ScriptReply) {
    reply.beginRecord(count: 0)
  }

  public static func give(
    _ move: OpenMove, of turn: borrowing Turn<OpenState>, to reply: inout ScriptReply
  ) {
    let names = turn.state.level.spec.move
    reply.beginRecord(count: names.count)
    for (place, number) in names.enumerated() {
      reply.give(number.name)
      reply.give(move[place])
    }
  }
}
