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
      position.board.place(colour, at: cell)
      resolve(colour, at: cell, emit: emit)
      return
    }
    guard let host = context.scripts else {
      throw ScriptFault(kind: .error, message: "this level needs scripts, and no host was given")
    }
    let resolution = try BubbleResolution(
      placing: colour, at: cell, on: position, host: host, streams: context.streams,
      offset: offset, scriptDraws: scriptDraws)
    try resolution.resolve(shotAt: cell)
    position = resolution.position
    scriptDraws = resolution.scriptDraws
    emit(.landed(colour: colour, cell: cell, bounces: bounces))
    for event in resolution.events { emit(event) }
  }

  /// Whether a hook can run when a shot lands in `cell`: else the plain resolution is the same.
  func needsScripts(at cell: Cell) -> Bool {
    if position.setup.hooks != BubbleKind.Hooks(.onActivate) { return true }
    return HexGrid.touches(position.board.special, at: cell)
      && HexGrid.touches(position.activatable, at: cell)
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
