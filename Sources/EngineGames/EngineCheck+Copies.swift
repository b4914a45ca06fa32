import SimHarness
import StableNumerics
import TextFormats

/// The rules for engines whose positions players can copy.
extension EngineCheck {
  /// Calls a function with positions of random games.
  private func visit(
    _ count: Int, _ seed: UInt64,
    _ body: (EngineProbe.Position, inout SeededRandom) throws(ScriptFault) -> Void
  ) throws(ScriptFault) {
    var random = SeededRandom(key: StreamKey(rawValue: seed))
    var position = try probe.new(seed)
    var game = seed
    for _ in 0..<count {
      if position.look.ending != .none {
        probe.drop(position)
        game += 1000
        position = try probe.new(game)
      }
      try body(position, &random)
      // Positions far apart show more.
      for _ in 0..<3 where position.look.ending == .none {
        try probe.apply(position.look.moves[random.below(position.look.moves.count)], to: &position)
      }
    }
    probe.drop(position)
  }

  func copies() throws(ScriptFault) -> String {
    try visit(Self.positions, 100) { position, random throws(ScriptFault) in
      guard position.look.ending == .none else { return }
      let move = position.look.moves[random.below(position.look.moves.count)]
      var reference = try probe.copy(position)
      try probe.apply(move, to: &reference)
      var one = try probe.copy(position)
      // A copy that is played on must leave the original as it is, and the other way round.
      var other = try probe.copy(one)
      _ = try probe.play(&other, &random, moves: 5)
      try probe.apply(move, to: &one)
      guard one.look == reference.look else {
        throw wrong(
          "a move in a copy changed the position that it was copied from:"
            + " \(one.look.words(connection.spec)), not \(reference.look.words(connection.spec))")
      }
      var copy = try probe.copy(position)
      _ = try probe.play(&one, &random, moves: 5)
      try probe.apply(move, to: &copy)
      guard copy.look == reference.look else {
        throw wrong(
          "a move in a position changed its copy: \(copy.look.words(connection.spec)), not"
            + " \(reference.look.words(connection.spec))")
      }
      probe.drop(reference, one, other, copy)
    }
    return "independent, \(Self.positions) positions"
  }

  func imagines() throws(ScriptFault) -> String {
    var different = 0
    try visit(Self.positions, 200) { position, random throws(ScriptFault) in
      guard position.look.ending == .none else { return }
      var key = UInt64(random.below(1 << 30))
      func seed() -> UInt64 {
        key += 1
        return key
      }
      let imagined = try probe.imagine(position, seed())
      let (mine, its) = (try probe.shown(position), try probe.shown(imagined))
      guard mine == its else {
        throw wrong(
          "the imagined position looks different: `view`, `picture` or `observe` differ")
      }
      for move in position.look.moves.prefix(20) {
        let copy = try probe.copy(imagined)
        let text = connection.text(of: move)
        if case .failure(let refused) = try probe.answer({ $0.apply(copy.number, move: text) }) {
          throw wrong(
            "the imagined position refuses the move \(text), which the real position offers:"
              + " \(refused.refusal.message)")
        }
        probe.drop(copy)
      }
      // Of two positions that look the same, what is imagined with one seed must be one.
      let shared = seed()
      var one = try probe.imagine(position, shared)
      var two = try probe.imagine(imagined, shared)
      var third = try probe.imagine(position, seed())
      let start = random
      var (a, b, c) = (start, start, start)
      let first = try probe.play(&one, &a, moves: Self.future)
      let second = try probe.play(&two, &b, moves: Self.future)
      let others = try probe.play(&third, &c, moves: Self.future)
      guard first == second else {
        let place = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset ?? first.count
        throw wrong(
          "`imagine` leaks hidden values: two positions that look the same have different futures"
            + " with the same seed, \(place + 1) moves later; draw hidden values by the seed alone")
      }
      if first.map(\.withoutHashes) != others.map(\.withoutHashes) { different += 1 }
      probe.drop(imagined, one, two, third)
    }
    try compareLookalikes()
    let isExpected = try seedsMatter()
    guard different > 0 || !isExpected else {
      throw wrong("`imagine` gave the same future for all seeds; draw hidden values by the seed")
    }
    return "no leak found in \(Self.positions) positions; \(different) with different futures"
  }

  /// What is imagined with one seed of games that look the same at their start must be one too,
  /// whatever they hide.
  private func compareLookalikes() throws(ScriptFault) {
    try visitLookalikes { first, second, seed, isShown throws(ScriptFault) in
      guard isShown else { return }
      var one = try probe.imagine(first, seed)
      var two = try probe.imagine(second, seed)
      defer { probe.drop(one, two) }
      guard try hasOneFuture(&one, &two, seed) else {
        throw wrong(
          "`imagine` leaks hidden values: two games that look the same at their start have"
            + " different futures with the same seed; draw hidden values by the seed alone")
      }
    }
  }

  /// Where nothing is hidden or drawn later, games that look the same at their start stay the same.
  func hidesNothing() throws(ScriptFault) -> String {
    var count = 0
    var different = 0
    try visitLookalikes { first, second, seed, isShown throws(ScriptFault) in
      var (one, two) = (first, second)
      count += 1
      guard try !hasOneFuture(&one, &two, seed) else { return }
      guard !isShown else {
        throw wrong(
          "\"hidden\" is \"none\", but two games that look the same at their start go on differently"
            + " after the same moves; say \"imagine\" where something is hidden or drawn later")
      }
      different += 1
    }
    guard different == 0 else {
      return "games of two seeds go on differently after the same moves: right only if all that is"
        + " drawn is drawn at the start and seen; with `view` or `picture` this is checked"
    }
    return count == 0
      ? "no two games look the same at their start"
      : "games that look the same at their start stay the same"
  }

  /// Whether two positions stay the same, move by move.
  private func hasOneFuture(
    _ one: inout EngineProbe.Position, _ two: inout EngineProbe.Position, _ seed: UInt64
  ) throws(ScriptFault) -> Bool {
    var a = SeededRandom(key: StreamKey(rawValue: seed))
    var b = a
    let first = try probe.play(&one, &a, moves: Self.future)
    let second = try probe.play(&two, &b, moves: Self.future)
    // A hash of the whole position has what is hidden as well.
    return first.map(\.withoutHashes) == second.map(\.withoutHashes)
  }

  /// Calls `compare` with games of different seeds that look the same at their start, a number for
  /// what is drawn, and whether the engine shows positions, so that they are the same to a player.
  private func visitLookalikes(
    _ compare: (EngineProbe.Position, EngineProbe.Position, UInt64, Bool) throws(ScriptFault) ->
      Void
  ) throws(ScriptFault) {
    var known: [(position: EngineProbe.Position, shown: [String])] = []
    for seed in 500..<UInt64(520) {
      let position = try probe.new(seed)
      guard position.look.ending == .none else { break }
      let shown = try probe.shown(position)
      // Each game is compared once: a comparison may play it on.
      if let place = known.firstIndex(where: {
        $0.shown == shown && $0.position.look.withoutHashes == position.look.withoutHashes
      }) {
        let other = known.remove(at: place)
        // Numbers for trained players need not be all that is seen.
        let isShown = hello.can("view") || hello.can("picture")
        try compare(other.position, position, seed, isShown)
        probe.drop(other.position, position)
      } else {
        known.append((position, shown))
      }
    }
    for game in known { probe.drop(game.position) }
  }

  private static func words(_ score: Int, _ worth: Double, _ ending: RulesCall.Ending) -> String {
    "score \(score)" + (worth == Double(score) ? "" : ", worth \(JSONWriter.number(worth))")
      + (ending == .none ? ", no end" : ", end \(ending)")
  }

  func tries() throws(ScriptFault) -> String {
    var moves = 0
    try visit(Self.positions, 300) { position, random throws(ScriptFault) in
      guard position.look.ending == .none else { return }
      let seed = UInt64(random.below(1 << 30))
      let value = try probe.done { $0.try(position.number, EngineSeed(number: seed)) }
      let looks: [RulesLook]
      do throws(EngineLook.Problem) {
        looks = try EngineLook.tries(value, count: position.look.moves.count)
      } catch {
        throw wrong(error.message)
      }
      let imagined = try probe.imagine(position, seed)
      for (place, move) in position.look.moves.enumerated().prefix(60) {
        var copy = try probe.copy(imagined)
        try probe.apply(move, to: &copy)
        let look = looks[place]
        guard look.score == copy.look.score, look.ending == copy.look.ending,
          look.worth == copy.look.worth
        else {
          throw wrong(
            "`try` says \(Self.words(look.score, look.worth, look.ending)) of the move"
              + " \(connection.text(of: move)), and `imagine`, `copy` and `apply` say"
              + " \(Self.words(copy.look.score, copy.look.worth, copy.look.ending))")
        }
        moves += 1
        probe.drop(copy)
      }
      probe.drop(imagined)
    }
    return "equals copies, \(moves) moves"
  }

  func saves() throws(ScriptFault) -> String {
    let other = try source.acquire()
    defer { source.release(other) }
    let there = EngineProbe(other, fields: fields)
    try visit(5, 400) { position, random throws(ScriptFault) in
      guard position.look.ending == .none else { return }
      guard let text = try probe.done({ $0.save(position.number) }).text else {
        throw wrong("`save` must return a string")
      }
      try other.makeRoom(for: fields)
      var before = EngineFrame()
      let level = other.level(fields, in: &before)
      if !before.isEmpty { other.add { $0.append(before) } }
      let number = other.newState()
      _ = try there.done { $0.load(number, level: level, text: text) }
      var loaded = EngineProbe.Position(number: number, look: position.look)
      let start = random
      var (a, b) = (start, start)
      var copy = hello.can("copy") ? try probe.copy(position) : position
      guard hello.can("copy") else { return }
      let one = try probe.play(&copy, &a, moves: Self.future)
      let two = try there.play(&loaded, &b, moves: Self.future)
      guard one == two else {
        throw wrong("a position that was saved and loaded in another process plays differently")
      }
      probe.drop(copy)
      there.drop(loaded)
    }
    return "5 positions in another process"
  }
}
