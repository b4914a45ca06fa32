extension BubbleState: ForesightGame {
  public typealias Looking = BubbleLookahead<Mask>
}

extension BubbleState: ExecutionGame {
  /// The angle, with a normal error; swaps are carried out as meant.
  public static func executed(
    _ move: BubbleMove, aimError: Double, using random: inout SeededRandom
  ) -> BubbleMove {
    guard aimError > 0 else { return move }
    let error = random.gaussian() * aimError * (Double.pi / 180)
    return BubbleMove(angle: move.angle + error, swap: move.swap)
  }
}

/// What Bubble Blast's one-move players know: where each aim lands and what it clears.
///
/// Greedy clears the most bubbles; else it builds the largest group of two or more; else it stays
/// high. A landing that loses the game is worse than any other, a lost shot worse still. Ties go
/// to the aim nearest to straight up.
public struct BubbleLookahead<Mask: CellMask>: Lookahead {
  public typealias State = BubbleState<Mask>

  /// Landings of this turn's moves that were worked out already, by move.
  private var landings: [ShotPath.Landing?] = []

  public init() {}

  public mutating func begin(_ turn: borrowing Turn<State>) {
    for index in landings.indices { landings[index] = nil }
  }

  /// Where a move lands, worked out once a turn.
  mutating func landing(of index: Int, in turn: borrowing Turn<State>) -> ShotPath.Landing {
    if index < landings.count, let known = landings[index] { return known }
    let landing = turn.state.position.landing(ofMove: index)
    remember(landing, of: index, in: turn)
    return landing
  }

  private mutating func remember(
    _ landing: ShotPath.Landing, of index: Int, in turn: borrowing Turn<State>
  ) {
    if landings.count <= index {
      landings += Array(repeating: nil, count: turn.moveCount - landings.count)
    }
    landings[index] = landing
  }

  public mutating func distinctMoves(_ turn: borrowing Turn<State>) -> [Int] {
    var moves: [Int] = []
    turn.state.position.forEachDistinctLanding { index, landing in
      moves.append(index)
      remember(landing, of: index, in: turn)
    }
    return moves
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let landing = landing(of: index, in: turn)
    return try foresee(index, landing: landing, of: turn, in: &imagination)
  }

  public mutating func greedyMove(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Int {
    var best = -1
    var bestValue = Int.min
    var failure: AgentError?
    turn.state.position.forEachDistinctLanding { index, landing in
      if failure != nil { return }
      do throws(AgentError) {
        let foresight = try foresee(index, landing: landing, of: turn, in: &imagination)
        if foresight.greedyValue > bestValue {
          bestValue = foresight.greedyValue
          best = index
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard best >= 0 else { throw .noMoves }
    return best
  }

  func foresee(
    _ index: Int, landing: ShotPath.Landing, of turn: borrowing Turn<State>,
    in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let fan = turn.state.position.setup.fan.count
    var foresight: Foresight
    switch landing {
    case .lost:
      foresight = Foresight()
      foresight.greedyValue = -3_000_000_000
    case .cell(let cell, _):
      let colour = turn.state.position.colour(inHand: index >= fan ? 1 : 0)
      if !turn.state.position.setup.hooks.isEmpty && turn.state.needsScripts(at: cell) {
        foresight = try imagine(colour, at: cell, of: turn, in: &imagination)
      } else {
        foresight = turn.state.position.foresee(colour, at: cell)
      }
    }
    // Straight up is best among equals: its distance in half steps of the fan.
    let aim = index >= fan ? index &- fan : index
    let aside = 2 &* aim &- (fan &- 1)
    foresight.greedyValue = foresight.greedyValue &* 4096 &- (aside < 0 ? -aside : aside)
    return foresight
  }

  /// Foresees by playing the move on an imagined state, where scripts have a say.
  func imagine(
    _ colour: BubbleColour, at cell: Cell, of turn: borrowing Turn<State>,
    in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    guard let host = imagination.scripts else {
      throw .script(
        ScriptFault(kind: .error, message: "this level needs scripts, and no host was given"))
    }
    do throws(ScriptFault) {
      // Not a whole imagined game: nothing of what is hidden has a say in this turn but the
      // scripts' draws, which are drawn afresh.
      let resolution = try BubbleResolution(
        placing: colour, at: cell, on: turn.state.position, host: host,
        streams: imagination.streams, offset: imagination.nextImaginedOffset(), scriptDraws: 0)
      try resolution.resolve(shotAt: cell)
      return resolution.foresight(
        bubbles: turn.state.position.board.occupied.count, score: turn.state.score, shotAt: cell)
    } catch {
      throw .script(error)
    }
  }
}

extension BubblePosition {
  /// The landing of the offered move at `index`.
  func landing(ofMove index: Int) -> ShotPath.Landing {
    let fan = setup.fan
    let aim = index >= fan.count ? index - fan.count : index
    return ShotPath.landing(
      angle: fan.angles[aim], on: board, descended: descended, setup: setup)
  }

  /// Calls `body` with one move for each landing cell (and one that is lost), the one aimed nearest
  /// to straight up, once a colour in hand.
  func forEachDistinctLanding(_ body: (Int, ShotPath.Landing) -> Void) {
    let count = setup.fan.count
    let swaps = setup.rules.swap && hand & 15 != (hand &>> 4) & 15
    var seen = Mask()
    var lost = false
    for aim in setup.fan.outward {
      let landing: ShotPath.Landing
      switch setup.rules.ruleset {
      case .saga:
        landing = ShotPath.landing(
          direction: setup.fan.directions[aim], on: board, descended: descended, setup: setup)
      case .frozenBubble:
        landing = ShotPath.landing(
          angle: setup.fan.angles[aim], on: board, descended: descended, setup: setup)
      }
      switch landing {
      case .lost:
        if lost { continue }
        lost = true
      case .cell(let cell, _):
        if seen.contains(cell) { continue }
        seen.insert(cell)
      }
      body(aim, landing)
      if swaps { body(aim &+ count, landing) }
    }
  }

  /// What a shot of `colour` into `cell` brings where no script has a say.
  func foresee(_ colour: BubbleColour, at cell: Cell) -> Foresight {
    var foresight = Foresight()
    let scoring = setup.rules.scoring
    var plane = board.colours[colour.index]
    var used = max(board.rowsUsed, cell.row &+ 1)
    var groupSize = 1
    let descends = setup.rules.descentEvery.map { (landedShots &+ 1) % $0 == 0 } ?? false
    if let group = board.touchingGroup(of: colour, at: cell, plane: &plane) {
      groupSize = group.count
      if groupSize >= setup.rules.matchSize {
        var left = board.occupied
        left.insert(cell)
        for row in 0..<used { left[row] &= ~group[row] }
        let hanging = HexGrid.connectedToCeiling(left, rowsUsed: used)
        var fallen = 0
        var lowest = 0
        for row in 0..<used {
          fallen &+= (left[row] & ~hanging[row]).nonzeroBitCount
          if hanging[row] != 0 { lowest = row &+ 1 }
        }
        used = lowest
        foresight.cleared = groupSize &+ fallen
        foresight.score = scoring.matched &* groupSize &+ scoring.fall(of: fallen)
        if case .clear = setup.rules.goal, used == 0 { foresight.wins = true }
      }
    }
    if case .score(let goal) = setup.rules.goal {
      foresight.wins = score &+ foresight.score >= goal
    }
    if !foresight.wins {
      foresight.loses = used &+ descended &+ (descends ? 1 : 0) > setup.rules.rows
    }
    foresight.group = groupSize
    foresight.greedyValue = Self.greedyValue(
      cleared: foresight.cleared, group: groupSize, row: cell.row, foresight)
    return foresight
  }

  /// Win, clear most, build the largest group, stay high; losing is worst.
  static func greedyValue(cleared: Int, group: Int, row: Int, _ foresight: Foresight) -> Int {
    if foresight.wins { return 4_000_000_000 }
    if foresight.loses { return -2_000_000_000 &+ cleared }
    if cleared > 0 { return 3_000_000 &+ cleared }
    if group >= 2 { return 2_000_000 &+ 128 &* group &- row }
    return 1_000_000 &- row
  }

  /// Whether the turn that has just been resolved, with the descent it brings, loses by the line.
  var losesByLine: Bool {
    let descends = setup.rules.descentEvery.map { (landedShots &+ 1) % $0 == 0 } ?? false
    return board.rowsUsed &+ descended &+ (descends ? 1 : 0) > setup.rules.rows
  }

  var isLineLost: Bool { board.rowsUsed + descended > setup.rules.rows }
}

extension BubbleBoard {
  /// The group a shot of `colour` would make in the empty `cell`, or nil when it touches none of
  /// its colour.
  ///
  /// `plane` holds the cells of that colour and then the shot's as well.
  func touchingGroup(of colour: BubbleColour, at cell: Cell, plane: inout Mask) -> Mask? {
    if !kinds.isEmpty { plane.formUnion(wild) }
    guard touches(plane, at: cell) else { return nil }
    plane.insert(cell)
    return HexGrid.group(of: cell, in: plane)
  }

  /// Whether a cell beside `cell` is in `plane`.
  func touches(_ plane: borrowing Mask, at cell: Cell) -> Bool {
    let bit: Mask.Row = 1 &<< Mask.Row(truncatingIfNeeded: cell.column)
    let around = HexGrid.spread(bit, fromRow: cell.row)
    var touched = ((bit &<< 1) | (bit &>> 1)) & plane[cell.row]
    if cell.row > 0 { touched |= around & plane[cell.row &- 1] }
    if cell.row &+ 1 < Mask.rowCapacity { touched |= around & plane[cell.row &+ 1] }
    return touched != 0
  }

  /// How many bubbles the group of the bubble at `cell` has; 0 for an empty cell.
  func groupSize(at cell: Cell) -> Int {
    guard let colour = colour(at: cell) else { return 0 }
    return group(of: cell, colour: colour).count
  }
}
