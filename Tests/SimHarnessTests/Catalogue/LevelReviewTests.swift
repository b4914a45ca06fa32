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
        ["error 1: $: the game is won before the first move; change the board or the goal"]
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
        "error 1: $: the game is lost before the first move; change the board or the goal"
      ])
    #expect(
      try Self.findings("peggle", "\n\"master\":\"rick\",\"objects\":[\(Self.orange)]") == [
        "warning 3: $.master: warning: green pegs trigger the master's power, but the level"
          + " has none, so rick does nothing; add a green peg or remove the master"
      ])
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
        "error 1: $: the game is over before the first move; change the board or the goal"
      ])
    #expect(
      try Self.findings("playing-cards", "\"goal\":{\"score\":5},\"scoring\":{\"matched\":0}") == [
        "warning 2: $.goal: warning: a match scores no points, so a score of 5 cannot be"
          + " reached; set scoring.matched above 0"
      ])
    // Some deals of few cards have no pair at all.
    let few = try Self.findings("playing-cards", "\"deal\":2")
    #expect(few.count == 1)
    #expect(few[0].hasPrefix("warning 1: $: warning: ") && few[0].contains(" of 20 games are over"))
  }
}
