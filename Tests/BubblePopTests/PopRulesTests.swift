import Testing

@testable import BubblePopGame
@testable import SimHarness

/// The rules of bubble pop, case by case.
@Suite struct PopRulesTests {
  private static let red = 0
  private static let pink = 1
  private static let green = 2
  private static let blue = 3
  private static let black = 4

  // MARK: Runs

  @Test(arguments: [
    ([4, 4], 25), ([0, 0], 3), ([2, 2], 13), ([0, 1], 3), ([4, 4, 4], 40), ([0, 0, 1, 0], 6),
  ])
  func runsScoreHalfAsMuchAgain(_ colours: [Int], _ score: Int) throws {
    var game = try PopGame(PopGame.level())
    game.show(colours)
    for _ in colours { try game.popFirst() }
    #expect(game.state.score == score)
  }

  @Test(arguments: [(1, 2), (2, 3), (5, 8), (8, 12), (10, 15), (0, 0), (7, 11)])
  func comboRoundsHalfUp(_ points: Int, _ combo: Int) {
    #expect(PopRules().comboPoints(points) == combo)
  }

  @Test func theComboFactorIsARule() throws {
    var file = PopLevelFile(name: "Runs")
    file.rules.combo = 3
    var game = try PopGame(PopLevel(name: "Runs", rules: file.rules))
    game.show([4, 4, 0])
    for _ in 0..<3 { try game.popFirst() }
    #expect(game.state.score == 10 + 30 + 1)
    file.rules.combo = 0.25
    #expect([1, 2, 10].map(file.rules.comboPoints) == [0, 1, 3])
  }

  /// Refreshes come at 2.5, 5 and 7.5 s of 10, each the draws of its number.
  @Test func theTimeBetweenRefreshesIsARule() throws {
    var rules = PopRules()
    rules.duration = 10
    let usual = try Self.refreshes(rules)
    #expect(usual.map(\.second) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    rules.refresh = 2.5
    let slow = try Self.refreshes(rules)
    #expect(slow.map(\.second) == [0, 2.5, 5, 7.5])
    #expect(slow.map(\.target) == usual.prefix(4).map(\.target))
  }

  private static func refreshes(
    _ rules: PopRules
  ) throws -> [(second: Double, target: Int)] {
    let level = PopLevel(name: "Times", rules: rules)
    var found: [(second: Double, target: Int)] = []
    func note(_ event: PopEvent) {
      if case .refreshed(let second, _, let target, _) = event { found.append((second, target)) }
    }
    var context = GameContext(
      streams: GameStreams(level: LevelStreams(seed: 1, levelID: "Times"), index: 0))
    var state = try PopState(level: level, in: &context, emit: note)
    while state.outcome == nil { try state.apply(state.view.wait, in: &context, emit: note) }
    return found
  }

  /// A refresh, an expiry or a miss does not break the run.
  @Test func nothingButAPopBreaksARun() throws {
    var game = try PopGame(PopGame.level())
    game.show([Self.black])
    try game.popFirst()
    try game.play(PopMove(time: 0.5, x: 389, y: 843))
    #expect(game.events == [.missed(x: 389, y: 843)])
    try game.play(.wait(until: 1))
    game.show([Self.black])
    try game.popFirst()
    #expect(game.state.score == 25)
  }

  // MARK: Time

  @Test func aPopAtTheInstantOfARefreshComesFirst() throws {
    var game = try PopGame(PopGame.level())
    game.show([Self.blue])
    try game.popFirst(after: 1)
    #expect(
      game.events == [
        .popped(id: game.state.position.nextID - 1, colour: 3, points: 8, combo: false)
      ]
    )
    #expect(game.state.view.nextRefresh == 1)
    try game.play(.wait(until: 1))
    #expect(game.events.contains { if case .refreshed(1, _, _, _) = $0 { true } else { false } })
    #expect(game.state.view.nextRefresh == 2)
  }

  @Test func thereIsNoPopAtTheEnd() throws {
    var game = try PopGame(PopGame.level { $0.duration = 1 })
    game.show([Self.blue])
    var late = try PopGame(PopGame.level { $0.duration = 1 })
    late.show([Self.blue])
    try game.popFirst(after: 0.999)
    #expect(game.state.score == 8)
    try late.popFirst(after: 1)
    #expect(late.state.score == 0)
    #expect(late.state.outcome == .ended)
    #expect(late.events == [.ended])
  }

  /// A game of n seconds is filled at 0 and refreshed at 1 to n - 1.
  @Test(arguments: [1, 2, 5, 60, 600])
  func refreshesAreAtEverySecondBetween(_ duration: Int) throws {
    var game = try PopGame(PopGame.level { $0.duration = duration })
    var seconds: [Double] = []
    func note(_ events: [PopEvent]) {
      for case .refreshed(let second, _, _, _) in events { seconds.append(second) }
    }
    note(game.events)
    while game.state.outcome == nil {
      let wait = game.state.legalMove(at: game.state.legalMoveCount - 1)
      #expect(!wait.isTouch)
      try game.play(wait)
      note(game.events)
    }
    #expect(seconds == (0..<duration).map { Double($0) })
    #expect(game.state.view.time == Double(duration))
  }

  /// Rounding puts no refresh just before the end.
  @Test(arguments: [(0.29, 29, 100), (0.35, 63, 180), (0.7, 7, 10), (0.3, 1, 4)])
  func thereAreAsManyRefreshesAsFit(_ refresh: Double, _ duration: Int, _ count: Int) throws {
    let level = PopGame.level {
      $0.refresh = refresh
      $0.duration = duration
    }
    func refreshes(_ events: [PopEvent]) -> Int {
      events.count { if case .refreshed = $0 { true } else { false } }
    }
    var whole = try PopGame(level)
    let start = refreshes(whole.events)
    try whole.play(.wait(until: Double(duration)))
    #expect(start + refreshes(whole.events) == count)
    var steps = try PopGame(level)
    var found = start
    while steps.state.outcome == nil {
      try steps.play(steps.state.legalMove(at: steps.state.legalMoveCount - 1))
      found += refreshes(steps.events)
    }
    #expect(found == count)
    #expect(steps.state == whole.state)
  }

  @Test func aLongWaitHoldsAllRefreshes() throws {
    var game = try PopGame(PopGame.level())
    try game.play(.wait(until: 10))
    #expect(game.state.view.nextRefresh == 11)
    try game.play(PopMove(time: 12.5, x: 0, y: 0))
    #expect(game.state.view.nextRefresh == 13)
    var other = try PopGame(PopGame.level())
    for second in 1...12 { try other.play(.wait(until: Double(second))) }
    #expect(other.state.view.bubbles == game.state.view.bubbles)
  }

  // MARK: Moves

  @Test func aBubbleIsPoppedOnce() throws {
    var game = try PopGame(PopGame.level())
    game.show([Self.blue])
    let bubble = game.state.position.bubbles[0]
    let touch = PopMove(time: 0.2, x: bubble.x, y: bubble.y)
    try game.play(touch)
    try game.play(touch)
    #expect(game.state.score == 8)
    #expect(game.events == [.missed(x: bubble.x, y: bubble.y)])
  }

  @Test(arguments: [(32.0, true), (31.9, true), (32.1, false)])
  func aTouchHitsUpToTheRadius(_ aside: Double, _ hits: Bool) throws {
    var game = try PopGame(PopGame.level())
    game.show([Self.red])
    try game.play(PopMove(time: 0, x: 40 + aside, y: 40))
    #expect((game.state.score == 1) == hits)
  }

  @Test func theNearestOfSeveralIsHit() throws {
    var game = try PopGame(PopGame.level { $0.moves = true })
    game.show([Self.red, Self.black])
    game.state.position.bubbles[1].x = game.state.position.bubbles[0].x + 10
    try game.play(PopMove(time: 0, x: 48, y: 40))
    #expect(game.state.score == 10)
  }

  @Test(arguments: [
    PopMove(time: 0.5, x: 0, y: 0), PopMove(time: .nan, x: 0, y: 0),
    PopMove(time: 60.1, x: 0, y: 0), PopMove(time: 2, x: .infinity, y: 0), .wait(until: .infinity),
  ])
  func badMovesAreRefused(_ move: PopMove) throws {
    var game = try PopGame(PopGame.level())
    try game.play(.wait(until: 1))
    let before = game.state
    #expect(throws: MoveError.self) { try game.play(move) }
    #expect(game.state == before)
  }

  /// The perfect hand: 0.1 s, and Fitts' law from the middle of the screen.
  @Test func theOfferedTouchesTakeTheirTime() throws {
    var game = try PopGame(PopGame.level())
    game.show([Self.red])
    game.state.position.bubbles[0].x = 195
    game.state.position.bubbles[0].y = 422 - 192
    let move = game.state.legalMove(at: 0)
    #expect(abs(move.time - (0.1 + 0.1 + 0.15 * 2)) < 1e-12)
    #expect(move.x == 195 && move.y == 230)
  }

  // MARK: Ends

  @Test func aGoalWinsOrLoses() throws {
    var game = try PopGame(PopGame.level { $0.goal = 10 })
    game.show([Self.blue, Self.pink])
    try game.popFirst()
    #expect(game.state.outcome == nil)
    try game.popFirst()
    #expect(game.state.outcome == .won)
    #expect(game.events.last == .won)
    #expect(game.state.legalMoveCount == 0)
    var lost = try PopGame(PopGame.level { $0.goal = 10 })
    try lost.play(.wait(until: 60))
    #expect(lost.state.outcome == .lost)
  }

  @Test func anEmptyScreenIsAGame() throws {
    var game = try PopGame(PopGame.level { $0.maxBubbles = 0 })
    while game.state.outcome == nil {
      #expect(game.state.legalMoveCount == 1)
      try game.play(game.state.legalMove(at: 0))
    }
    #expect(game.state.outcome == .ended)
    #expect(game.state.score == 0)
  }

  // MARK: Placing

  /// A screen that is full gives up after 100 tries a bubble, and says so.
  @Test func bubblesWithoutAPlaceAreCounted() throws {
    var found = 0
    for index in 0..<20 {
      let game = try PopGame(
        PopGame.level {
          $0.maxBubbles = 200
          $0.width = 64
          $0.height = 64
        }, index: index)
      guard case .refreshed(0, 0, let target, let failed)? = game.events.last else {
        Issue.record("no refresh at the start")
        continue
      }
      #expect(game.state.view.bubbles.count == min(target, 1))
      #expect(failed == max(0, target - 1))
      found = max(found, failed)
    }
    #expect(found > 100)
  }

  // MARK: Movement

  /// The way is the integral of v0 * (1 + a * elapsed / duration).
  @Test func bubblesMoveFasterAndFaster() throws {
    var game = try PopGame(PopGame.level { $0.moves = true })
    game.show([Self.red])
    game.state.position.bubbles[0].directionX = 0.6
    game.state.position.bubbles[0].directionY = 0.8
    try game.play(PopMove(time: 0.5, x: 300, y: 800))
    try game.play(PopMove(time: 1, x: 300, y: 800))
    let way = 60 * (1 + 2.0 * 1 / (2 * 60))
    #expect(abs(game.state.position.bubbles[0].x - (40 + 0.6 * way)) < 1e-9)
    #expect(abs(game.state.position.bubbles[0].y - (40 + 0.8 * way)) < 1e-9)
  }

  @Test func aBubbleThatLeavesGoesWithoutScore() throws {
    var game = try PopGame(
      PopGame.level {
        $0.moves = true
        $0.speed = 200
      })
    game.show([Self.black])
    game.state.position.bubbles[0].directionX = -1
    let id = game.state.position.bubbles[0].id
    try game.play(PopMove(time: 0.9, x: 300, y: 800))
    #expect(game.events.first == .expired(id: id, colour: 4, .left))
    #expect(game.state.score == 0)
    #expect(game.state.view.bubbles.isEmpty)
  }

  /// The offered touch of a moving bubble ends on its centre.
  @Test func aMovingBubbleIsMet() throws {
    for index in 0..<40 {
      var game = try PopGame(PopGame.level { $0.moves = true }, index: index)
      guard !game.state.view.bubbles.isEmpty else { continue }
      let move = game.state.legalMove(at: 0)
      guard move.time < 1, move.x > 0, move.x < 390, move.y > 0, move.y < 844 else { continue }
      try game.play(move)
      guard case .popped? = game.events.last else {
        Issue.record("game \(index): the touch missed")
        return
      }
    }
  }

  // MARK: Chance

  @Test func theEndsOfTheTableGiveAColour() {
    let table = SpawnTable([0.4, 0.3, 0.15, 0.1, 0.05, 0])
    #expect(table.colour(at: 0) == 0)
    #expect(table.colour(at: 0.4) == 1)
    #expect(table.colour(at: 1 - 0x1p-53) == 4)
    let short = SpawnTable([0, 0.5, 0.5 - 5e-10, 0])
    #expect(short.colour(at: 0) == 1)
    #expect(short.colour(at: 1 - 0x1p-53) == 2)
    #expect(SpawnTable([0.1, 0.2, 0.7]).colour(at: 0.9999999999999999) == 2)
  }

  @Test func probabilitiesMustSumToOne() {
    #expect(SpawnTable.problem(with: [0.4, 0.599])?.contains("0.999") == true)
    #expect(SpawnTable.problem(with: [1.5, -0.5])?.contains("negative") == true)
    #expect(SpawnTable.problem(with: [.nan, 1]) != nil)
    #expect(SpawnTable.problem(with: [0.5, 0.5 + 0.9e-9]) == nil)
    #expect(SpawnTable.problem(with: [0.5, 0.5 + 1.1e-9]) != nil)
  }
}
