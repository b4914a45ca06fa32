extension OpenGameCheck {
  /// Reports what is wrong with the board of a position and with the taps on it.
  mutating func checkBoard(of state: OpenState, _ place: String) {
    guard let renderer, spec.functions.contains(.board) else { return }
    let view = state.view
    do throws(ScriptFault) {
      let board = try renderer.board(of: view)
      guard let taps = try renderer.taps(on: board, view), let move = taps.doubled.first else {
        return
      }
      add(
        "two moves have the same taps, so that one of them cannot be tapped:"
          + " \(renderer.words(for: move, in: view)) (\(place))",
        at: spec.functions.contains(.hand) ? "hand" : "board")
    } catch {
      add(error, place)
    }
  }
}
