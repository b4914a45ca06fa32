@testable import SimHarness

/// Runs made up for tests of the reports, the same on every machine.
enum ReportFixture {
  static let board = [
    "RRBBOOGGYYPP", "RBBOOGGYYPP", "R#BB.*.GG==P", "...$...C.W.", "............", "...........",
    "............", "...........", "............", "...........", "............",
  ]

  /// A row that distinguishes levels, because no two of a set should look alike.
  private static func mark(of name: String) -> String {
    let sum = name.utf8.reduce(1) { ($0 * 31 + Int($1)) % 2039 }
    return String((0..<11).map { (sum >> $0) % 2 == 1 ? "#" : "." })
  }

  /// Wilson's 95% interval.
  static func rate(_ wins: Int, _ games: Int) -> Interval? {
    guard games > 0 else { return nil }
    let z = 1.959963984540054
    let n = Double(games)
    let p = Double(wins) / n
    let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
    return Interval(
      value: p, low: wins == 0 ? 0 : middle - half, high: wins == games ? 1 : middle + half)
  }

  /// A distribution of these values.
  static func distribution(_ values: [Int]) -> Distribution? {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let count = Double(sorted.count)
    let mean = sorted.reduce(0.0) { $0 + Double($1) } / count
    let squares = sorted.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let sd = sorted.count > 1 ? (squares / (count - 1)).squareRoot() : nil
    let half = sd.map { 1.96 * $0 / count.squareRoot() }
    func quantile(_ p: Double) -> Int {
      sorted[min(sorted.count - 1, max(0, Int((p * count).rounded(.up)) - 1))]
    }
    var histogram: [(value: Int, count: Int)] = []
    for value in sorted {
      if histogram.last?.value == value {
        histogram[histogram.count - 1].count += 1
      } else {
        histogram.append((value, 1))
      }
    }
    return Distribution(
      count: sorted.count, mean: mean,
      meanInterval: half.map { Interval(value: mean, low: mean - $0, high: mean + $0) }, sd: sd,
      minimum: first, p5: quantile(0.05), p25: quantile(0.25), p50: quantile(0.5),
      p75: quantile(0.75), p95: quantile(0.95), maximum: last, histogram: histogram)
  }

  /// A cell of which only the outcomes matter.
  static func cell(
    _ level: String, _ agent: String, wins: Int, of games: Int, capped: Int = 0, faults: Int = 0
  ) -> CellSummary {
    var cell = CellSummary(level: level, levelHash: "1f", agent: agent)
    cell.games = games + faults
    cell.wins = wins
    cell.capped = capped
    cell.faults = faults
    cell.losses = games - wins - capped
    cell.passRate = rate(wins, games)
    return cell
  }

  static func level(_ name: String) -> LevelSummary {
    LevelSummary(
      name: name, id: name, hash: "1f", picture: .hexagons(rows: board + [mark(of: name)]),
      facts: [("Shots", "30"), ("Goal", "clear the board")])
  }

  /// A run of these cells; its levels and agents in the order in which the cells name them.
  static func run(_ cells: [CellSummary], games: Int = 200) -> RunSummary {
    var names: Set<String> = []
    let levels = cells.map(\.level).filter { names.insert($0).inserted }
    let agents = cells.map(\.agent).filter { names.insert("agent " + $0).inserted }
    return RunSummary(
      title: "A run", game: "bubble-blast", seed: 1, gamesPerCell: games, isPartial: false,
      agents: agents.map { AgentSummary(name: $0, summary: "one line") },
      levels: levels.map(level), cells: cells)
  }

  /// A cell of a level, an agent and `count` games.
  private struct Player {
    var name: String
    var summary: String
    var skill: Double
  }

  private static let players = [
    Player(name: "novice", summary: "greedy on 40% of moves, else random; shaky aim", skill: -1.4),
    Player(name: "casual", summary: "one move of lookahead, shaky aim (sd 4°)", skill: 0),
    Player(name: "skilled", summary: "one move of lookahead, steady aim (sd 1°)", skill: 1.3),
    Player(name: "expert", summary: "beam search over the queue, steady aim", skill: 2),
  ]

  private static let names = [
    "First Steps", "Two Rivers", "Honeycomb", "The Stair", "Hanging Gardens", "Old Mill",
    "Crossfire", "Bottleneck", "Lantern Street", "Broken Arch", "Deep Well", "Twin Peaks",
    "Clockwork", "The Long Goodbye",
  ]

  /// A run that looks like a real one, with every flag among its levels.
  static func realistic(levels count: Int, players playerCount: Int = 3, games: Int = 200)
    -> RunSummary
  {
    var random = Random(state: 42)
    var levels: [LevelSummary] = []
    var cells: [CellSummary] = []
    for index in 0..<count {
      let round = index / names.count
      let name = names[index % names.count] + (round > 0 ? " \(round + 1)" : "")
      let ease = ease(of: index % names.count, random: &random) - Double(round) * 0.1
      let shots = 24 + (index * 7) % 19
      levels.append(
        LevelSummary(
          name: name, id: name, hash: "9f3c2a\(1000 + index)",
          picture: .hexagons(rows: picture(&random)),
          facts: [
            ("Shots", "\(shots)"), ("Goal", "clear the board"), ("Colours", "6"),
            ("Preview", "1"), ("Specials", "bomb 1, lightning 1, star 1"),
          ]))
      for player in players.prefix(playerCount) {
        cells.append(
          cell(
            name, "9f3c2a\(1000 + index)", player, ease: ease, shots: shots, games: games,
            isFaulty: index % names.count == 8, isStuck: index % names.count == 9, &random))
      }
    }
    var summary = RunSummary(
      title: "Chapter one, second balance pass", game: "bubble-blast", seed: 20_261_121,
      gamesPerCell: games, isPartial: false,
      agents: players.prefix(playerCount).map {
        AgentSummary(name: $0.name, summary: $0.summary)
      }, levels: levels, cells: cells)
    summary.addFlags()
    return summary
  }

  private static func ease(of index: Int, random: inout Random) -> Double {
    switch index {
    case 0: 4.6
    case 6: -3.4
    case 11: -9
    case 12: 1.4
    default: 1.8 - Double(index) * 0.22 + random.unit() * 0.6
    }
  }

  private static func picture(_ random: inout Random) -> [String] {
    (0..<13).map { row in
      let width = row % 2 == 0 ? 12 : 11
      guard row < 6 else { return String(repeating: ".", count: width) }
      let letters = Array("RRBBGGYYOOPPCW.*#$=")
      return String((0..<width).map { _ in letters[random.below(letters.count)] })
    }
  }

  private static func cell(
    _ name: String, _ hash: String, _ player: Player, ease: Double, shots: Int, games: Int,
    isFaulty: Bool, isStuck: Bool, _ random: inout Random
  ) -> CellSummary {
    var cell = CellSummary(level: name, levelHash: hash, agent: player.name)
    var scores: [Int] = []
    var moves: [Int] = []
    var ends: [Int: (wins: Int, others: Int)] = [:]
    var shotsOut = 0
    var nearMisses = 0
    let logit = ease + player.skill
    // A rational stand-in for the logistic curve.
    let curve = 0.5 + 0.5 * logit / (1 + logit.magnitude)
    let chance = curve < 0.075 ? 0 : curve
    for index in 0..<games {
      cell.games += 1
      if isFaulty && index % 67 == 3 {
        cell.faults += 1
        continue
      }
      let spread = random.unit() + random.unit() + random.unit()
      var made = max(4, Int(Double(shots) * (0.45 + 0.2 * spread)))
      let isWon = random.unit() < chance
      if isWon {
        cell.wins += 1
      } else if isStuck && index % 23 == 1 {
        cell.capped += 1
        made = shots * 2
      } else {
        cell.losses += 1
        made = random.unit() < 0.7 ? shots : made
        if made == shots { shotsOut += 1 }
        if random.unit() < 0.2 { nearMisses += 1 }
      }
      scores.append((isWon ? 1_500 : 400) + Int(spread * 900) / 10 * 10)
      moves.append(made)
      var end = ends[made] ?? (0, 0)
      if isWon { end.wins += 1 } else { end.others += 1 }
      ends[made] = end
    }
    cell.passRate = rate(cell.wins, cell.wins + cell.losses + cell.capped)
    cell.score = distribution(scores)
    cell.moves = distribution(moves)
    cell.endsByMove = ends.map { ($0.key, $0.value.wins, $0.value.others, 0) }
      .sorted { $0.0 < $1.0 }
    cell.lossReasons = [
      ("shots", shotsOut), ("line", cell.losses - shotsOut), ("capped", cell.capped),
    ].filter { $0.1 > 0 }
    cell.metrics = [
      MetricSummary(
        name: "near_miss", unit: "share of losses", summary: "losses with at least 90% cleared",
        value: rate(nearMisses, cell.losses)),
      MetricSummary(
        name: "popped", unit: "bubbles a game", summary: "bubbles removed by matches",
        value: Interval(value: 43.21, low: 41.9, high: 44.52)),
      MetricSummary(
        name: "luck_share", unit: "share", summary: "share of the score's variance due to luck",
        value: nil),
    ]
    cell.metrics[0].group = .difficulty
    cell.metrics[2].group = .luck
    cell.faultMessages =
      cell.faults > 0
      ? [("crate.lua:14: attempt to index a nil value (field 'hits')", cell.faults, 3)] : []
    cell.examples = [
      ExampleGame(
        label: "best", index: 17, end: .won, score: scores.max() ?? 0, moves: moves.min() ?? 0),
      ExampleGame(
        label: "median", index: 96, end: .lost, score: cell.score?.p50 ?? 0,
        moves: cell.moves?.p50 ?? 0),
      ExampleGame(
        label: "worst", index: 141, end: .lost, score: scores.min() ?? 0, moves: shots),
    ]
    if cell.capped > 0 {
      cell.examples.append(
        ExampleGame(label: "capped", index: 24, end: .capped, score: 900, moves: shots * 2))
    }
    if cell.faults > 0 {
      cell.examples.append(
        ExampleGame(label: "fault", index: 3, end: .faulted, score: 210, moves: 5))
    }
    return cell
  }

  /// A small generator for fixtures.
  struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }

    mutating func unit() -> Double { Double(next()) / 9_007_199_254_740_992 }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  }
}
