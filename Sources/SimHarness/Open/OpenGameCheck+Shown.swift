/// What people are shown of a game, and what their keys and taps mean.
extension OpenGameCheck {
  /// Positions of which all moves are put into words, and all keys pressed.
  static let worded = 5
  /// Moves of such a position.
  private static let maxWorded = 200
  /// What `key` may be given: the arrows, and every character of a plain keyboard.
  static let keys =
    ["up", "down", "left", "right"] + (32...126).map { String(UnicodeScalar($0)) }

  /// Reports what is wrong with the board of a position, with the taps on it and with its picture.
  mutating func checkPictures(of state: OpenState, _ place: String) {
    guard let renderer else { return }
    let view = state.view
    do throws(ScriptFault) {
      _ = try renderer.ownPicture(of: view)
      let board = try renderer.board(of: view)
      if let board, !hidesPlaces { noteCoveredPlaces(of: board) }
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

  /// Notes that a board in characters does not show all of its places.
  private mutating func noteCoveredPlaces(of board: OpenBoard) {
    guard board.columns == nil, !spec.functions.contains(.picture) else { return }
    let count = OpenBoardCharacters(board, width: .max).coveredPlaces
    guard count > 0 else { return }
    hidesPlaces = true
    let places = ReportNumber.plain(board.places.count, "place")
    add(
      note: "in characters, as in `play`, the board shows one place in each cell, and \(count) of"
        + " \(places) \(count == 1 ? "is" : "are") covered; give the game a `picture`")
  }

  /// Reports what is wrong with the words for moves and with what keys stand for, in the first
  /// positions that are looked at.
  mutating func checkWords(of state: OpenState, _ place: String) {
    guard let renderer, worded < Self.worded else { return }
    worded += 1
    let view = state.view
    do throws(ScriptFault) {
      for move in view.moves.prefix(Self.maxWorded) {
        _ = try renderer.ownWords(for: move, in: view)
      }
      guard spec.functions.contains(.key) else { return }
      for key in Self.keys { _ = try renderer.ownMove(ofKey: key, in: view) }
    } catch {
      add(error, place)
    }
  }
}
