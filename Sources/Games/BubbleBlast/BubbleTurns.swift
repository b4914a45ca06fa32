import SimHarness

extension BubbleState: ExportedGame {
  public static var moveColumns: [TurnColumn<Self>] {
    [
      .real("angle", "radians", "the shot's angle, counter-clockwise from the right") {
        $1.angle
      },
      .whole(
        "swap", "0 or 1", "whether the current and the next colour were swapped before the shot"
      ) {
        $1.swap ? 1 : 0
      },
    ]
  }

  public static var features: [TurnColumn<Self>] {
    [
      .whole("bubbles", "bubbles", "bubbles on the board") { state, _ in
        state.position.board.occupied.count
      },
      .whole("specials", "bubbles", "special bubbles on the board") { state, _ in
        state.position.board.special.count
      },
      .whole("colours", "colours", "colours of the plain bubbles on the board") { state, _ in
        state.position.board.present.nonzeroBitCount
      },
      .text("current_colour", "colour", "the colour in the cannon, before a swap") { state, _ in
        state.position.current.name
      },
      .text("next_colour", "colour", "the next colour; null if the level does not show it") {
        state, _ in
        state.position.setup.rules.preview > 0 ? state.position.colour(inHand: 1).name : nil
      },
      .whole("current_bubbles", "bubbles", "plain bubbles of the colour in the cannon") {
        state, _ in
        state.position.board.plain(state.position.current).count
      },
      .whole("shots_left", "shots", "shots left, including this one; null without a limit") {
        state, _ in
        state.position.shotsLeft
      },
      .whole("lowest_row", "rows", "rows from the top of the screen to the lowest bubble") {
        state, _ in
        state.position.board.rowsUsed + state.position.descended
      },
      .whole("rows_to_line", "rows", "rows between the lowest bubble and the line") { state, _ in
        state.position.setup.rules.rows - state.position.board.rowsUsed - state.position.descended
      },
      .whole("descended", "rows", "rows by which the ceiling has come down") { state, _ in
        state.position.descended
      },
      .whole("legal_moves", "moves", "moves offered to the player") { state, _ in
        state.legalMoveCount
      },
    ]
  }
}

extension BubbleBlast {
  /// The columns are the same for boards of both sizes.
  public static let turns = TurnTable(BubbleState<SmallMask>.self) {
    turns, writer throws(ReplayError) in
    guard let shared = turns.level.content(as: BubbleLevel.self) else { throw .unreadable }
    let level = turns.host.ownCopy(of: shared) { BubbleLevel(copying: $0) }
    return level.fitsSmallMask
      ? try turns.write(level, as: BubbleState<SmallMask>.self, into: &writer)
      : try turns.write(level, as: BubbleState<LargeMask>.self, into: &writer)
  }
}
