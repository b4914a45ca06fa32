import SimHarness

extension PopState: ExportedGame {
  public static var moveColumns: [TurnColumn<Self>] {
    [
      .real("t", "s", "when the screen is touched, or when the player stops waiting") { $1.time },
      .real("x", "points", "where the screen is touched, from the left; null if the player waits") {
        $1.isTouch ? $1.x : nil
      },
      .real("y", "points", "where the screen is touched, from the top; null if the player waits") {
        $1.isTouch ? $1.y : nil
      },
    ]
  }

  public static var features: [TurnColumn<Self>] {
    [
      .real("clock", "s", "time since the start") { state, _ in state.position.time },
      .real("time_left", "s", "time to the end") { state, _ in
        state.position.end - state.position.time
      },
      .real("next_refresh", "s", "time of the next refresh") { state, _ in
        state.position.refreshTime
      },
      .whole("bubbles", "bubbles", "bubbles on the screen") { state, _ in
        state.position.bubbles.count
      },
      .text("last_colour", "colour", "the colour popped last; null before the first pop") {
        state, _ in
        state.position.lastColour.map { state.position.setup.colours[$0].name }
      },
      .whole("run_bubbles", "bubbles", "bubbles on the screen that would continue the combo") {
        state, _ in
        let last = state.position.lastColour
        return state.position.bubbles.count { Int($0.colour) == last }
      },
      .real("hand_x", "points", "where the last touch was, from the left") { state, _ in
        state.position.handX
      },
      .real("hand_y", "points", "where the last touch was, from the top") { state, _ in
        state.position.handY
      },
      .whole("legal_moves", "moves", "moves offered to the player") { state, _ in
        state.legalMoveCount
      },
    ]
  }
}
