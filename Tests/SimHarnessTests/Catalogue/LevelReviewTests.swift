import TestSupport
import Testing

@testable import Catalogue
@testable import SimHarness
@testable import TextFormats

@Suite struct LevelReviewTests {
  /// A level with these fields beside its header.
  private static func findings(_ game: String, _ fields: String) throws -> [String] {
    let head = #""format":"playtest-level","version":1,"game":"\#(game)","name":"A""#
    let text = "{\(head),\n\(fields)}"
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: Tuning.library)
    let root = try #require(JSONParser.parse(Array(text.utf8)).value)
    return LevelReview.findings(of: file, library: Tuning.library)
      .map { "\($0.severity.rawValue) \($0.issue(in: root))" }
  }

  @Test(
    arguments: [
      ("\"columns\":3,\"grid\":[\"RRB\"]", []),
      (
        "\"grid\":[],\"shots\":3",
        [
          "error 2: $.grid: the board is empty, so the game is won before the first shot; add bubbles"
        ]
      ),
      (
        "\"grid\":[],\n\"goal\":{\"score\":100}",
        ["warning 2: $.grid: warning: the board is empty; add bubbles"]
      ),
      (
        "\"columns\":3,\"grid\":[\"###\"]",
        [
          "error 2: $.grid: nothing that hangs from the top row has to be cleared, so the game is won"
            + " before the first shot; add bubbles to the top row"
        ]
      ),
      (
        "\"columns\":3,\"grid\":[\n\"...\",\n\"RB\"]",
        [
          "error 2: $.grid: nothing that hangs from the top row has to be cleared, so the game is won"
            + " before the first shot; add bubbles to the top row"
        ]
      ),
      (
        "\"columns\":3,\"grid\":[\"RRB\"],\n\"scoring\":{\"matched\":0,\"fallen\":0},"
          + "\n\"goal\":{\"score\":9}",
        [
          "warning 4: $.goal: warning: bubbles score no points, so a score of 9 cannot be reached; set"
            + " scoring.matched above 0"
        ]
      ),
      (
        "\"columns\":6,\"grid\":[\n\"RRB...\",\n\"....R\",\n\"....R.\"]",
        [
          "warning 4: $.grid[1]: warning: 2 bubbles fall before the first shot, the first in row 1,"
            + " column 4; connect them to the top row or erase them"
        ]
      ),
      (
        "\"columns\":4,\"grid\":[\"RRBG\"],\n\"queue\":[\"blue\"],\n\"spawn\":{\"weights\":{\"red\":1}}",
        [
          "warning 4: $.spawn.weights: warning: the board has green bubbles, but the cannon never"
            + " gives green, so they cannot be matched; give green a weight or use another colour"
        ]
      ),
      // A spawner draws what it says.
      (
        "\"columns\":3,\"grid\":[\"RRG\"],\"spawner\":\"uniform\",\"spawn\":{\"weights\":{\"red\":1}}",
        []
      ),
    ] as [(String, [String])])
  func looksAtBubbleBlast(_ fields: String, _ expected: [String]) throws {
    #expect(try Self.findings("bubble-blast", fields) == expected)
  }

  private static let orange =
    #"{"kind":"peg","colour":"orange","x":200,"y":300}"#

  @Test func looksAtPeggle() throws {
    #expect(try Self.findings("peggle", "\"objects\":[\(Self.orange)]") == [])
    #expect(
      try Self.findings("peggle", "\"objects\":[]") == [
        "error 1: $: the mode classic needs an orange peg, but the level has none; add one or set"
          + " another mode"
      ])
    #expect(
      try Self.findings("peggle", "\"mode\":\"dodge\",\n\"objects\":[]")
        == ["warning 3: $.objects: warning: the board has no pegs; add some"])
    #expect(
      try Self.findings("peggle", "\"balls\":0,\"objects\":[\(Self.orange)]") == [
        "error 2: $.balls: a level without balls is lost at once; set balls to at least 1"
      ])
    #expect(
      try Self.findings("peggle", "\n\"master\":\"rick\",\"objects\":[\(Self.orange)]") == [
        "warning 3: $.master: warning: green pegs trigger the master's power, but the level"
          + " has none, so rick does nothing; add a green peg or remove the master"
      ])
  }

  /// Games that the mode's own start ends are over before the first move.
  @Test func looksAtWhatAModesStartTakes() throws {
    let text = """
      {"format": "playtest-level", "version": 1, "game": "peggle", "name": "A",
      "mode": "zz", "objects": [\(Self.orange)]}
      """
    let library = try Pegs.library([
      "modes/zz.lua": """
      return { name = "zz", start = function(s) s:add_balls(-s.balls) end,
        is_won = function() return false end }
      """
    ])
    let file = try LevelFile.read(Array(text.utf8), file: "a.json", catalog: library)
    let root = try #require(JSONParser.parse(Array(text.utf8)).value)
    #expect(
      LevelReview.findings(of: file, library: library).map { "\($0.issue(in: root))" } == [
        "2: $.mode: the game is lost before the first move; give more balls, or change what the"
          + " mode's start takes"
      ])
  }

  /// Numbers that change nothing in the level.
  @Test func looksForNumbersWithoutEffect() throws {
    let blue = Self.orange.replacing("orange", with: "blue")
    #expect(
      try Self.findings(
        "peggle", "\"mode\":\"dodge\",\"objects\":[\(blue)],\n\"scoring\":{\"multiplier0\":7}")
        == [
          "warning 3: $.scoring.multiplier0: warning: the level has no orange pegs, so its points are"
            + " not multiplied and scoring.multiplier0 has no effect; remove it or add an orange peg"
        ])
    for scoring in ["\"msk\"", "\"peggle\"", "{\"multiplier0\":100}"] {
      let fields = "\"mode\":\"dodge\",\"objects\":[\(blue)],\"scoring\":\(scoring)"
      #expect(try Self.findings("peggle", fields) == [])
    }
    #expect(
      try Self.findings(
        "peggle", "\"objects\":[\(Self.orange)],\"scoring\":{\"multiplier0\":7}") == [])
    #expect(
      try Self.findings(
        "peggle",
        "\"integrator\":\"msk\",\"bucket\":false,\"objects\":[\(Self.orange)],\n\"rules\":{"
          + "\"friction\":0.5,\n\"bucketSpeed\":9,\"gravity\":400}") == [
          "warning 3: $.rules.friction: warning: the integrator msk has no such number, so"
            + " rules.friction has no effect; remove it",
          "warning 4: $.rules.bucketSpeed: warning: the level has no bucket, so rules.bucketSpeed has"
            + " no effect; remove it",
        ])
    #expect(
      try Self.findings("bubble-pop", "\"movement\":{\"speed\":500}") == [
        "warning 2: $.movement.speed: warning: bubbles do not move, so movement.speed has no effect;"
          + " set movement.on to true"
      ])
    #expect(try Self.findings("bubble-pop", "\"movement\":{\"on\":true,\"speed\":500}") == [])
    #expect(
      try Self.findings("set", "\"scoring\":{\"chosen\":-3}") == [
        "warning 2: $.scoring.chosen: warning: cards lie face up and are not turned, so"
          + " scoring.chosen has no effect; remove it"
      ])
    #expect(
      try Self.findings("playing-cards", "\"scoring\":{\"dealt\":-3}") == [
        "warning 2: $.scoring.dealt: warning: no cards are dealt on request, so scoring.dealt has no"
          + " effect; remove it or set rules.draw above 0"
      ])
    #expect(
      try Self.findings(
        "playing-cards", "\"scoring\":{\"dealt\":-3},\"rules\":{\"draw\":2}") == [])
  }

  @Test func looksAtBubblePop() throws {
    #expect(try Self.findings("bubble-pop", "\"duration\":30") == [])
    #expect(
      try Self.findings("bubble-pop", "\"maxBubbles\":0")
        == ["error 2: $.maxBubbles: no bubbles ever appear; set at least 1"])
    #expect(
      try Self.findings("bubble-pop", "\"maxBubbles\":120") == [
        "warning 2: $.maxBubbles: warning: the area has room for at most 92 bubbles of this radius,"
          + " not 120; set fewer, a smaller radius or a larger area"
      ])
    #expect(
      try Self.findings(
        "bubble-pop", "\"maxBubbles\":2,\"area\":{\"width\":64,\"height\":64}") == [
          "warning 2: $.maxBubbles: warning: the area has room for at most 1 bubble of this radius,"
            + " not 2; set fewer, a smaller radius or a larger area"
        ])
    for (script, count) in [("", 1), (#","script":"clock""#, 0)] {
      let worthless = #""bubbles":[{"colour":"a","points":0,"probability":1\#(script)}]"#
      let found = try Self.findings("bubble-pop", "\(worthless),\n\"goal\":{\"score\":5}")
      #expect(
        found
          == Array(
            repeating:
              "warning 3: $.goal: warning: no bubble gives points, so a score of 5 cannot be"
              + " reached; give one of them points", count: count))
    }
    let colours =
      #""bubbles":[{"colour":"a","points":1,"probability":1},"#
      + "\n" + #"{"colour":"b","points":1,"probability":0}]"#
    #expect(
      try Self.findings("bubble-pop", colours) == [
        "warning 3: $.bubbles[1]: warning: b bubbles never appear: their probability is 0; raise"
          + " it or remove them"
      ])
  }

  @Test func looksAtCards() throws {
    #expect(try Self.findings("playing-cards", "\"deal\":22") == [])
    #expect(
      try Self.findings("playing-cards", "\"deal\":1") == [
        "error 2: $.deal: 1 card on the table cannot match, as a match takes 2; set deal to at least"
          + " 2"
      ])
    #expect(
      try Self.findings("playing-cards", "\"goal\":{\"score\":5},\"scoring\":{\"matched\":0}") == [
        "warning 2: $.goal: warning: a match scores no points, so a score of 5 cannot be"
          + " reached; set scoring.matched above 0"
      ])
    // Some deals of few cards have no pair at all; where all that are looked at have none, another
    // game may still have one.
    for (fields, count) in [("\"deal\":2", "15 of 20"), ("\"deal\":3,\"match\":3", "19 of 20")] {
      #expect(
        try Self.findings("playing-cards", fields) == [
          "warning 2: $.deal: warning: \(count) games that were checked are over before the first"
            + " move; deal more cards"
        ])
    }
    #expect(
      try Self.findings("playing-cards", "\"id\":\"E\",\"deal\":3,\"match\":3") == [
        "warning 2: $.deal: warning: all 20 games that were checked are over before the first"
          + " move; deal more cards"
      ])
    #expect(
      try Self.findings("playing-cards", "\"ranks\":5") == [
        "error 1: $: the deck has 20 cards, and the level deals 22; set deal to at most 20"
      ])
    // Pairs leave one card of five.
    #expect(
      try Self.findings("playing-cards", "\"goal\":\"clear\",\n\"deal\":5") == [
        "warning 3: $.deal: warning: matches of 2 cards never clear 5 cards, so the goal \"clear\""
          + " cannot be reached; set deal to a multiple of 2"
      ])
    #expect(try Self.findings("playing-cards", "\"goal\":\"clear\",\"deal\":22") == [])
    #expect(
      try Self.findings(
        "playing-cards", "\"goal\":\"clear\",\"deal\":5,\"rules\":{\"draw\":3}") == [])
    #expect(try Self.findings("set", "\"goal\":\"clear\"") == [])
  }
}
