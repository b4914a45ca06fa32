import SimHarness

extension BubbleState {
  public mutating func apply(
    _ move: BubbleMove, in context: inout GameContext, emit: (BubbleEvent<Mask>) -> Void
  ) throws(MoveError) {
    guard position.outcome == nil else { throw .gameOver }
    guard move.angle.isFinite else { throw .illegal("the angle must be a finite number") }
    if position.setup.hasSpawner { return try applyWithSpawner(move, in: context, emit: emit) }
    try shoot(move, in: context, emit: emit)
    position.hand &>>= 4
    dealColour(to: position.setup.rules.preview, in: context)
  }

  /// All of a move but the new colour: on an error nothing has changed.
  @inline(__always)
  mutating func shoot(
    _ move: BubbleMove, in context: borrowing GameContext, emit: (BubbleEvent<Mask>) -> Void
  ) throws(MoveError) {
    // The setup is read each time: a local constant across the changes below would be retained in
    // every shot.
    if move.swap {
      guard position.setup.rules.swap else { throw .illegal("this level does not allow a swap") }
      position.swapHand()
      emit(.swapped)
    }
    let colour = position.current
    let landing = ShotPath.landing(
      angle: position.setup.fan.clamped(move.angle), on: position.board.held,
      descended: position.descended, setup: position.setup)
    do throws(ScriptFault) {
      try finish(landing, of: colour, in: context, emit: emit)
    } catch {
      if move.swap { position.swapHand() }
      throw .script(error)
    }
  }

  /// Plays out a shot whose flight is known, up to the end of the turn.
  ///
  /// On a fault nothing has changed.
  mutating func finish(
    _ landing: ShotPath.Landing, of colour: BubbleColour, in context: borrowing GameContext,
    emit: (BubbleEvent<Mask>) -> Void
  ) throws(ScriptFault) {
    switch landing {
    case .lost(let reason, let bounces):
      position.turn &+= 1
      position.landed = nil
      emit(.shotLost(colour: colour, reason: reason, bounces: bounces))
    case .cell(let cell, let bounces):
      if position.setup.hooks.isEmpty {
        emit(.landed(colour: colour, cell: cell, bounces: bounces))
        resolve(colour, at: cell, emit: emit)
      } else {
        try resolveWithScripts(colour, at: cell, bounces: bounces, in: context, emit: emit)
      }
      position.turn &+= 1
      position.landed = Cell(row: position.screenRow(cell.row), column: cell.column)
      position.landedShots &+= 1
      descend(emit: emit)
    }
    checkForEnd(emit)
  }

  /// Places a bubble; match and fall without hooks.
  mutating func resolve(
    _ colour: BubbleColour, at cell: Cell, emit: (BubbleEvent<Mask>) -> Void
  ) {
    // Looked for before the bubble is placed: a processor waits when it reads a whole set of cells
    // right after one of its rows was written.
    let match = position.board.match(
      of: colour, at: cell, size: position.setup.rules.matchSize)
    position.board.place(colour, at: cell)
    guard let (group, matched) = match else { return }
    if position.board.kinds.isEmpty || group.isDisjoint(with: position.board.special) {
      position.board.removePlain(group, of: colour)
    } else {
      position.board.remove(group)
    }
    position.score &+= position.setup.rules.scoring.matched &* matched
    emit(.matched(colour: colour, cells: group))
    let fallen = position.board.held.loose
    let count = fallen.count
    guard count > 0 else { return }
    position.board.remove(fallen)
    position.score &+= position.setup.rules.scoring.fall(of: count)
    emit(.fell(fallen))
  }

  /// The ceiling comes down after every n-th landed shot.
  mutating func descend(emit: (BubbleEvent<Mask>) -> Void) {
    guard let every = position.setup.rules.descentEvery, position.landedShots % every == 0 else {
      return
    }
    position.descended &+= 1
    emit(.descended(rows: position.descended))
  }

  /// The end of a turn: won, lost by line, lost by shots, in this order.
  mutating func checkForEnd(_ emit: (BubbleEvent<Mask>) -> Void) {
    // Not `position.isGoalReached`, which would copy the position.
    let isGoalReached = position.setup.rules.goal.isReached(
      score: position.score,
      isCleared: position.board.rowsUsed == 0
        || (position.board.present == 0 && position.onlyObstaclesLeft))
    if isGoalReached {
      var bonus = 0
      if let left = position.shotsLeft { bonus = left &* position.setup.rules.scoring.shotLeft }
      position.score = Saturating.sum(position.score, bonus)
      position.outcome = .won
      emit(.won(bonus: bonus))
    } else if position.board.rowsUsed &+ position.descended > position.setup.rules.rows {
      position.outcome = .lost
      emit(.lost(.line))
    } else if let left = position.shotsLeft, left <= 0 {
      position.outcome = .lost
      emit(.lost(.shots))
    }
  }
}

extension BubblePosition {
  var isGoalReached: Bool {
    setup.rules.goal.isReached(
      score: score,
      isCleared: board.rowsUsed == 0 || (board.present == 0 && onlyObstaclesLeft))
  }

  /// Whether every bubble left is of a kind that does not count for winning.
  var onlyObstaclesLeft: Bool {
    for row in 0..<board.rowsUsed where board.occupied[row] & ~board.special[row] != 0 {
      return false
    }
    return board.special.cells.allSatisfy { cell in
      board.kind(at: cell).map { setup.kinds[$0].isObstacle } ?? false
    }
  }
}

extension BubbleRules.Goal {
  @inline(__always)
  func isReached(score: Int, isCleared: @autoclosure () -> Bool) -> Bool {
    switch self {
    case .score(let goal): score >= goal
    case .clear: isCleared()
    }
  }
}

extension BubbleBoard {
  /// The cells that a shot of `colour` matches with: its own colour's, and those of any colour.
  @inline(__always)
  func matching(_ colour: BubbleColour) -> Mask {
    var plane = self[colour]
    if mayHoldWild { plane.formUnion(wild) }
    return plane
  }

  /// The group that a shot of `colour` landed in `cell` matches, that cell included, and how many
  /// cells it has, if those are enough.
  @inline(__always)
  func match(of colour: BubbleColour, at cell: Cell, size: Int) -> (group: Mask, count: Int)? {
    HexGrid.match(in: matching(colour), at: cell, size: size)
  }
}
