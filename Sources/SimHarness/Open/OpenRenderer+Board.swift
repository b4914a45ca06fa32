extension OpenRenderer {
  /// The board of a position as its game draws it; nil if the game draws none.
  ///
  /// Asked again for the same view, it is not read again.
  /// - Throws: What is wrong with it, in one line.
  func board(of view: OpenView) throws(ScriptFault) -> OpenBoard? {
    guard level.spec.functions.contains(.board) else { return nil }
    if let last, last.view == view { return last.board }
    var call = RulesCall()
    call.steps = [.load, .call, .resave, .table]
    call.function = .board
    call.position = view.position
    call.player = view.player
    try perform(&call)
    guard call.position == view.position else {
      throw fault(
        "board changes the state; what it changes is lost, so use local variables", .board)
    }
    do throws(OpenBoardReader.Problem) {
      let board = try OpenBoardReader(level.spec).read(call.table)
      last = (view, board)
      return board
    } catch {
      throw fault("board: \(error.message)", .board)
    }
  }

  /// What taps on the board of a view mean; nil if the game draws none, or takes no taps.
  func taps(on board: OpenBoard?, _ view: OpenView) throws(ScriptFault) -> OpenTaps? {
    guard let board else { return nil }
    let hasHand = level.spec.functions.contains(.hand)
    guard hasHand || board.places.contains(where: { $0.move != nil }) else { return nil }
    let taps = try OpenTaps(board, view.moves) { (move) throws(ScriptFault) -> [Int] in
      hasHand ? try places(of: move, on: board, view) : []
    }
    return taps.isEmpty ? nil : taps
  }

  /// The places that the game's `hand` names for a move.
  private func places(
    of move: OpenMove, on board: OpenBoard, _ view: OpenView
  ) throws(ScriptFault) -> [Int] {
    var call = RulesCall()
    call.steps = [.load, .call, .resave]
    call.function = .hand
    call.extra = .move
    call.move = move.packed
    call.position = view.position
    call.player = view.player
    try perform(&call)
    guard call.position == view.position else {
      throw fault(
        "hand changes the state; what it changes is lost, so use local variables", .hand)
    }
    if call.gaveNothing { return [] }
    guard call.stray == nil, call.numbers.count <= 2, !board.places.isEmpty,
      call.numbers.allSatisfy({ (1...board.places.count).contains($0) })
    else {
      throw fault(
        "hand must return the place of a tap, or two, from 1 to \(board.places.count), not"
          + " \(call.given), for the move \(level.words(for: move))", .hand)
    }
    return call.numbers
  }
}
