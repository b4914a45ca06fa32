import SimHarness

extension BubbleState: ForesightGame {
  public typealias Looking = BubbleLookahead<Mask>
}

extension BubbleState: ExecutionGame {
  public static var executionNumbers: [String] { ["aim"] }

  /// The angle, with a normal error; swaps are carried out exactly.
  public static func executed(
    _ choice: Choice<Self>, of turn: borrowing Turn<Self>, by execution: Execution,
    using random: inout SeededRandom
  ) -> BubbleMove {
    let move = turn.move(of: choice)
    guard execution.aimError > 0 else { return move }
    let error = random.gaussian() * execution.aimError * (Double.pi / 180)
    return BubbleMove(angle: move.angle + error, swap: move.swap)
  }
}

/// The lookahead of Bubble Blast: where each aim lands and what it clears.
///
/// Greedy clears the most bubbles; else it builds the largest group of two or more; else it stays
/// high. A landing that loses the game is worse than any other, a lost shot worse still. Ties go
/// to the aim nearest to straight up.
public struct BubbleLookahead<Mask: CellMask>: Lookahead {
  public typealias State = BubbleState<Mask>

  /// This turn's landings calculated so far, by move.
  private var landings: [ShotPath.Landing?] = []
  /// The results of this turn's shots by colour in hand, where no script is involved; calculated on
  /// first use.
  private var plain: [PlainForesight<Mask>] = []
  private var rows = AllUnfoldedRows()
  /// Where scripts' shots are resolved, if any were; never shared with a copy of this value.
  private var resolution: BubbleResolution<Mask>?

  public init() {}

  public mutating func begin(_ turn: borrowing Turn<State>) {
    for index in landings.indices { landings[index] = nil }
    plain.removeAll(keepingCapacity: true)
  }

  /// Where a move lands, calculated once per turn.
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
    // Moved out of self while the closure uses it.
    var rows = AllUnfoldedRows()
    swap(&rows, &self.rows)
    defer { swap(&rows, &self.rows) }
    turn.state.position.forEachDistinctLanding(rows: &rows) { index, landing in
      moves.append(index)
      remember(landing, of: index, in: turn)
    }
    return moves
  }

  public mutating func foresee(
    _ index: Int, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let landing = landing(of: index, in: turn)
    if plain.isEmpty {
      plain.append(PlainForesight(turn.state.position, colour: turn.state.position.current))
      if turn.state.position.setup.rules.swap {
        let next = turn.state.position.colour(inHand: 1)
        plain.append(PlainForesight(turn.state.position, colour: next))
      }
    }
    let fan = turn.state.position.setup.fan.count
    return try foresee(
      index, landing: landing, plain[index >= fan ? 1 : 0],
      scripts: turn.state.position.asksScripts, of: turn, in: &imagination)
  }

  @inline(__always)
  public mutating func foreseeDistinct(
    _ turn: borrowing Turn<State>, in imagination: inout GameContext,
    _ body: (Int, Foresight) -> Void
  ) throws(AgentError) {
    var failure: AgentError?
    let current = PlainForesight(turn.state.position, colour: turn.state.position.current)
    let next =
      turn.state.position.setup.rules.swap
      ? PlainForesight(turn.state.position, colour: turn.state.position.colour(inHand: 1)) : current
    let fan = turn.state.position.setup.fan.count
    let scripts = turn.state.position.asksScripts
    // Moved out of self while the closure uses it.
    var rows = AllUnfoldedRows()
    swap(&rows, &self.rows)
    defer { swap(&rows, &self.rows) }
    turn.state.position.forEachDistinctLanding(rows: &rows) { index, landing in
      if failure != nil { return }
      do throws(AgentError) {
        // Not `isSwapped ? next : current`, which copies one of them.
        if index >= fan {
          body(
            index,
            try foresee(
              index, landing: landing, next, scripts: scripts, of: turn, in: &imagination))
        } else {
          body(
            index,
            try foresee(
              index, landing: landing, current, scripts: scripts, of: turn, in: &imagination))
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  @inline(__always)
  private mutating func foresee(
    _ index: Int, landing: ShotPath.Landing, _ plain: PlainForesight<Mask>,
    scripts: borrowing Mask, of turn: borrowing Turn<State>, in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    let fan = turn.state.position.setup.fan.count
    let isSwapped = index >= fan
    var foresight: Foresight
    switch landing {
    case .lost:
      foresight = Foresight()
      foresight.greedyValue = BubbleGreedyValue.lost
    case .cell(let cell, _):
      if !turn.state.position.setup.hooks.isEmpty, HexGrid.touches(scripts, at: cell) {
        let colour = turn.state.position.colour(inHand: isSwapped ? 1 : 0)
        foresight = try imagine(colour, at: cell, of: turn, in: &imagination)
      } else {
        foresight = plain.foresee(at: cell)
      }
      foresight.place = turn.state.position.numbering.number(of: cell)
    }
    // Straight up is best among equals: its distance in half steps of the fan.
    let aim = isSwapped ? index &- fan : index
    let aside = 2 &* aim &- (fan &- 1)
    foresight.greedyValue =
      foresight.greedyValue &* BubbleGreedyValue.aims &- (aside < 0 ? -aside : aside)
    return foresight
  }

  /// Predicts by playing the move on an imagined state, if scripts are involved.
  mutating func imagine(
    _ colour: BubbleColour, at cell: Cell, of turn: borrowing Turn<State>,
    in imagination: inout GameContext
  ) throws(AgentError) -> Foresight {
    do throws(ScriptFault) {
      let host = try imagination.requiredScripts()
      // Not a whole imagined game: the only hidden information that matters in this turn is the
      // scripts' draws, which are redrawn.
      let offset = imagination.nextImaginedOffset()
      let resolution: BubbleResolution<Mask>
      if isKnownUniquelyReferenced(&self.resolution), let known = self.resolution {
        try known.begin(
          placing: colour, at: cell, on: turn.state.position, host: host,
          streams: imagination.streams, offset: offset, scriptDraws: 0)
        resolution = known
      } else {
        resolution = try BubbleResolution(
          placing: colour, at: cell, on: turn.state.position, host: host,
          streams: imagination.streams, offset: offset, scriptDraws: 0)
        self.resolution = resolution
      }
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
      angle: fan.angles[aim], on: board.held, descended: descended, setup: setup)
  }

  /// Calls `body` with one move for each landing cell (and one that is lost), the one aimed nearest
  /// to straight up, once per colour in hand.
  @inline(__always)
  func forEachDistinctLanding(
    rows: inout AllUnfoldedRows, _ body: (Int, ShotPath.Landing) -> Void
  ) {
    let fan = setup.fan
    let swaps = setup.rules.swap && hand & 15 != (hand &>> 4) & 15
    var seen = Mask()
    var lost = false
    forEachLanding(rows: &rows) { aim, landing in
      switch landing {
      case .lost:
        if lost { return }
        lost = true
      case .cell(let cell, _):
        if seen.contains(cell) { return }
        seen.insert(cell)
      }
      body(aim, landing)
      if swaps { body(aim &+ fan.count, landing) }
    }
  }

  /// Calls `body` with every aim's landing, from straight up outward.
  @inline(__always)
  private func forEachLanding(
    rows: inout AllUnfoldedRows, _ body: (Int, ShotPath.Landing) -> Void
  ) {
    let fan = setup.fan
    guard setup.rules.ruleset == .saga else {
      for aim in fan.outward {
        body(
          aim,
          ShotPath.landing(
            angle: fan.angles[aim], on: board.held, descended: descended, setup: setup))
      }
      return
    }
    if Mask.Row.bitWidth <= 16, !setup.steps.isEmpty,
      let unfolded = UnfoldedFlight(
        rowsUsed: board.rowsUsed, descended: descended, rowCapacity: Mask.rowCapacity,
        rules: setup.rules, perSpan: setup.steps.perSpan)
    {
      rows.unfold(board.held, columns: setup.rules.columns)
      return forEachLanding(of: unfolded, rows: rows, body)
    }
    for aim in fan.outward {
      body(
        aim,
        ShotPath.landing(
          direction: fan.directions[aim], on: board.held, descended: descended, setup: setup))
    }
  }

  @inline(__always)
  private func forEachLanding(
    of unfolded: UnfoldedFlight, rows: AllUnfoldedRows,
    _ body: (Int, ShotPath.Landing) -> Void
  ) {
    let fan = setup.fan
    let steps = setup.steps
    let ceiling = setup.rules.rows &+ 1 &- descended
    for aim in fan.outward {
      let first = steps.first(aim: aim, ceiling: ceiling)
      let landing =
        unfolded.landing(
          direction: fan.directions[aim], rows: rows, step: { steps[first &+ $0] },
          boardColumn: { steps.boardColumn(place: $0, isLeftward: $1, short: $2) })
        ?? ShotPath.foldedLanding(
          direction: fan.directions[aim], on: board.held, descended: descended, setup: setup)
      body(aim, landing)
    }
  }

  /// The result of a shot of `colour` into `cell` if no script is involved.
  func foresee(_ colour: BubbleColour, at cell: Cell) -> Foresight {
    PlainForesight(self, colour: colour).foresee(at: cell)
  }

  /// Whether the turn that has just been resolved, with the descent it brings, loses by the line.
  var losesByLine: Bool {
    setup.rules.losesByLine(
      rowsUsed: board.rowsUsed, descended: descended, landedShots: landedShots)
  }

  var isLineLost: Bool { board.rowsUsed + descended > setup.rules.rows }
}

extension BubbleBoard {
  /// How many bubbles the group of the bubble at `cell` has; 0 for an empty cell.
  @inline(__always)
  func groupSize(at cell: Cell) -> Int {
    guard let colour = colour(at: cell) else { return 0 }
    return group(of: cell, colour: colour).count
  }
}
