import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// Points that another program asks for.
@Suite struct TuneEvaluationTests {
  private static let tune = """
    level: x
    budget: {games: 500}
    parameters:
      - {path: shots, int: [3, 20]}
      - {path: rules.contact, real: [0.7, 0.9], step: 0.05}
      - {path: spawn.weights, simplex: true}
    targets:
      - {metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1, weight: 2}
      - {metric: moves, agent: casual, aim: 6, tolerance: 2}
    verify: {games: 40, seed: 7}
    """

  private static func plan() throws -> TunePlan {
    try Tuning.plan(tune, [Tuning.variants(Tuning.bubbles)])
  }

  private static func member(_ name: String, of tree: JSONTree) throws -> JSONTree {
    guard case .object(let members) = tree,
      let value = members.first(where: { $0.key == name })?.value
    else { throw TuneError.invalid("no member \(name)") }
    return value
  }

  @Test func saysWhatMayBeAsked() throws {
    let text = JSONWriter.compact(TuneEvaluation(try Self.plan()).space)
    for part in [
      "{\"name\":\"shots\",\"kind\":\"int\",\"low\":3,\"high\":20,\"step\":1,\"start\":9}",
      "{\"name\":\"rules.contact\",\"kind\":\"real\",\"low\":0.7,\"high\":0.9,",
      "{\"name\":\"spawn.weights red\",\"kind\":\"share\",\"of\":\"spawn.weights\",",
      "\"verify\":{\"games\":40,\"seed\":7}", "\"gamesAPoint\":1",
      "{\"name\":\"moves of casual\",\"aim\":6,\"tolerance\":2,\"weight\":1}",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  /// The figures are those of the same games played for themselves.
  @Test func playsThePointAndAddsUpTheMisses() async throws {
    let plan = try Self.plan()
    let answer = try await TuneEvaluation(plan).answer(
      #"{"point": {"shots": 12, "spawn.weights red": 2}, "games": 30, "seed": 5}"#)
    let point = try Self.member("point", of: answer)
    #expect(try Self.member("shots", of: point).number == 12)
    let red = try #require(try Self.member("spawn.weights red", of: point).number)
    let blue = try #require(try Self.member("spawn.weights blue", of: point).number)
    // Shares of 2, 1/3 and 1/3, whose sum is that of the level's weights.
    #expect(abs(red / blue - 6) < 0.05)
    #expect(abs(red + 2 * blue - 3) < 1e-6)

    var place = plan.space.start
    place[0] = 12
    place.replaceSubrange(
      plan.space.axes[2].numbers,
      with: plan.space.axes[2].labels.map { $0 == "red" ? 750 : 125 })
    #expect(place.reduce(0, +) - place[0] - place[1] == 1000)
    let level = try plan.levels[0].variant(plan.space.edits(at: place, level: 0)).level
    let played = try await plan.pool.play(
      [GameRequest(level: level, player: 0, seed: 5, games: 0..<30)], isCancelled: { false })
    let games = try #require(played)[0]
    let rate = Double(games.count { $0.end == .won }) / 30
    let moves = Double(games.reduce(0) { $0 + $1.moves }) / 30
    let text = JSONWriter.compact(try Self.member("figures", of: answer))
    #expect(text.contains("\"name\":\"pass_rate of casual\",\"value\":\(JSONWriter.number(rate)),"))
    let loss = try #require(try Self.member("loss", of: answer).number)
    let misses = [(rate - 0.5) / 0.1, (moves - 6) / 2]
    #expect(abs(loss - 2 * misses[0] * misses[0] - misses[1] * misses[1]) < 1e-4)
    #expect(try Self.member("games", of: answer).number == 30)
  }

  @Test func theSamePointHasTheSameAnswer() async throws {
    let evaluation = TuneEvaluation(try Self.plan())
    let line = #"{"point": {"shots": 7}, "games": 20, "levels": true}"#
    let first = JSONWriter.compact(try await evaluation.answer(line))
    #expect(first == JSONWriter.compact(try await evaluation.answer(line)))
    #expect(first.contains("\"levels\":[{\"format\":\"playtest-level\""))
    #expect(first.contains("\"shots\":7"))
  }

  @Test(arguments: [
    ("", "each line must be one JSON object, such as"),
    ("[1]", "each line must be one JSON object, such as"),
    (#"{"point": {"shot": 7}}"#, "unknown number 'shot'; did you mean 'shots'?"),
    (#"{"point": {"shots": 21}}"#, "shots must be in 3...20"),
    (#"{"point": {"shots": 20.5}}"#, "shots must be a whole number in 3...20"),
    (#"{"point": {"rules.contact": 0.5}}"#, "rules.contact must be in 0.7...0.9"),
    (#"{"point": {"shots": "7"}}"#, "point: \"shots\" must be a number"),
    (#"{"point": {"spawn.weights red": -1}}"#, "shares must be at least 0"),
    (#"{"games": 0}"#, "games must be a whole number from 1 to 1000000"),
    (#"{"game": 3}"#, "unknown member 'game'; did you mean 'games'?"),
    (#"{"seed": -3}"#, "seed: this value is not allowed"),
  ])
  func saysWhatIsWrong(_ line: String, _ message: String) async throws {
    let evaluation = TuneEvaluation(try Self.plan())
    do {
      _ = try await evaluation.answer(line)
      Issue.record("no error")
    } catch let error as TuneError {
      #expect(error.description.contains(message), "\(error)")
    }
  }
}
