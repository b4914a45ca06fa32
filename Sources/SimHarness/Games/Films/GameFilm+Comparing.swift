extension GameFilm {
  /// The first turn, from 1, in which this film and another one differ; nil if they do not.
  ///
  /// Turns differ by what was done and what came of it. Numbers of kinds are left out: they depend
  /// on all that the level shows.
  public func firstDifference(from other: GameFilm) -> Int? {
    let pairs = zip(turns, other.turns)
    if let place = pairs.enumerated().first(where: { !$1.0.isSame(as: $1.1) })?.offset {
      return place + 1
    }
    let shorter = min(turns.count, other.turns.count)
    return shorter < max(turns.count, other.turns.count) ? shorter + 1 : nil
  }

  /// The bodies after the last turn.
  package var end: [GameFilm.Body] {
    var bodies = Dictionary(start.map { ($0.id, $0) }) { $1 }
    for turn in turns {
      for body in turn.coming { bodies[body.id] = body }
      for id in turn.popped + turn.fallen + turn.gone { bodies[id] = nil }
      for body in turn.settled { bodies[body.id] = body }
    }
    return bodies.values.sorted { $0.id < $1.id }
  }
}

extension GameFilm.Turn {
  fileprivate func isSame(as other: Self) -> Bool {
    score == other.score && words == other.words && paths == other.paths && touch == other.touch
      && aims == other.aims && lights == other.lights && popped == other.popped
      && fallen == other.fallen && wrong == other.wrong
  }
}
