import SimHarness

extension BubbleState {
  /// Resolves a landed shot on a level whose kinds have hooks.
  ///
  /// On a fault nothing has changed.
  mutating func resolveWithScripts(
    _ colour: BubbleColour, at cell: Cell, bounces: Int, in context: borrowing GameContext,
    emit: (BubbleEvent<Mask>) -> Void
  ) throws(ScriptFault) {
    if !needsScripts(at: cell) {
      emit(.landed(colour: colour, cell: cell, bounces: bounces))
      resolve(colour, at: cell, emit: emit)
      return
    }
    let host = try context.requiredScripts()
    let resolution: BubbleResolution<Mask>
    if let known = host.workspace as? BubbleResolution<Mask> {
      // Moved out while in use: a nested resolution needs its own.
      host.workspace = nil
      try known.begin(
        placing: colour, at: cell, on: position, host: host, streams: context.streams,
        offset: offset, scriptDraws: scriptDraws)
      resolution = known
    } else {
      resolution = try BubbleResolution(
        placing: colour, at: cell, on: position, host: host, streams: context.streams,
        offset: offset, scriptDraws: scriptDraws)
    }
    try resolution.resolve(shotAt: cell)
    swap(&position, &resolution.position)
    scriptDraws = resolution.scriptDraws
    emit(.landed(colour: colour, cell: cell, bounces: bounces))
    for event in resolution.events { emit(event) }
    host.workspace = resolution
  }

  /// Whether a hook can run when a shot lands in `cell`: else the plain resolution is the same.
  func needsScripts(at cell: Cell) -> Bool {
    if position.setup.hooks != BubbleKind.Hooks(.onActivate) { return true }
    return Self.activates(
      besides: cell, special: position.board.special, kinds: position.board.kinds,
      setup: position.setup)
  }

  /// Whether one of the specials beside `cell` is activated by a shot.
  ///
  /// Uses parts of the board alone: a method of the position would copy it in every shot.
  private static func activates(
    besides cell: Cell, special: Mask, kinds: [UInt8], setup: BubbleSetup
  ) -> Bool {
    // Most shots have none beside them.
    if !HexGrid.touches(special, at: cell) { return false }
    var isAny = false
    HexGrid.beside(cell, in: special).forEachCell { neighbour in
      if setup.canActivate(Int(kinds[BubbleBoard<Mask>.index(neighbour)])) { isAny = true }
    }
    return isAny
  }
}

extension BubblePosition {
  /// The cells beside which a shot asks scripts: all of them where a hook may run in any turn.
  var asksScripts: Mask {
    if setup.hooks.isEmpty { return Mask() }
    if setup.hooks == BubbleKind.Hooks(.onActivate) { return activatable }
    var all = Mask()
    for row in 0..<Mask.rowCapacity { all[row] = ~0 }
    return all
  }

  /// The specials that a shot beside them activates.
  var activatable: Mask {
    // Inlined, its loop would copy the whole position in every shot.
    @inline(never) get { activatableCells() }
  }

  private func activatableCells() -> Mask {
    var found = Mask()
    for row in 0..<board.rowsUsed {
      var bits = board.special[row]
      while bits != 0 {
        let cell = Cell(row: row, column: bits.trailingZeroBitCount)
        bits &= bits &- 1
        if let kind = board.kind(at: cell), setup.canActivate(kind) { found.insert(cell) }
      }
    }
    return found
  }
}

extension BubbleSetup {
  func canActivate(_ kind: Int) -> Bool {
    kinds[kind].hooks.has(.onActivate) && !kinds[kind].isImmune
  }
}
