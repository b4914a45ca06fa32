extension OpenLevel {
  /// A move by the names of its numbers: `from 3, to 5, count 1`.
  func words(for move: OpenMove) -> String {
    spec.move.enumerated().map { "\($1.name) \(move[$0])" }.joined(separator: ", ")
  }

  /// What happened, in words: `merged 4`, or the name alone.
  func words(for event: OpenEvent) -> String {
    guard spec.events.indices.contains(event.name) else { return "" }
    let name = spec.events[event.name].name
    return event.value == 1 ? name : "\(name) \(event.value)"
  }

  /// A move as a record writes it.
  func tree(of move: OpenMove) -> JSONTree {
    .object(spec.move.enumerated().map { ($1.name, .int(move[$0])) })
  }

  /// Reads a move of a record; every issue is reported.
  func move(_ item: JSONCursor) -> OpenMove? {
    guard let fields = item.object(fields: spec.move.map(\.name)) else { return nil }
    var numbers: [Int] = []
    for part in spec.move {
      guard let number = fields.required(part.name)?.int(in: part.range) else { return nil }
      numbers.append(number)
    }
    return OpenMove(numbers)
  }

  /// What wins, for people.
  var goal: String {
    spec.hasGoal
      ? (spec.summary.isEmpty ? "Win the game." : spec.summary) : "Score as much as you can."
  }
}
