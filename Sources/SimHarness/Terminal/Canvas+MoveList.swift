extension Canvas {
  /// As many of the moves of a list as there is room for below a row, the chosen one among them.
  mutating func write<Move>(_ list: MoveList<Move>, below start: Int, _ words: (Int) -> String) {
    let room = max(1, height - start)
    let first = min(max(0, list.chosen - room / 2), max(0, list.moves.count - room))
    for (line, place) in list.moves.indices.dropFirst(first).prefix(room).enumerated() {
      let isChosen = place == list.chosen
      let number = MoveList<Move>.key(of: place) ?? " "
      write(
        "\(isChosen ? ">" : " ") \(number) \(words(place))", row: start + line, column: 0,
        CanvasStyle(isBold: isChosen))
    }
  }
}
