import Foundation
import Testing

@testable import SimHarness

/// `playtest compare` on runs of a small level and an easier one of the same name.
@Suite struct CompareCommandTests {
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      let easier = Program.goodLevel.replacingOccurrences(of: #""shots":12"#, with: #""shots":20"#)
      try Program.write(easier, to: "easier.json", in: folder)
      let other = Program.goodLevel.replacingOccurrences(of: "Good", with: "Oth|er")
      try Program.write(other, to: "other.json", in: folder)
      try body(folder)
    }
  }

  private static func run(_ words: String, in folder: URL) throws {
    let run = try Program.shell("playtest run \(words) --quiet --jobs 2", in: folder)
    try #require(run.code == 0, "\(run.errors)")
  }

  @Test func aBuildAgainstItselfDoesNotMove() throws {
    try Self.inFolder { folder in
      try Self.run("good.json --agents random,casual --games 100 --out a", in: folder)
      try Self.run("good.json --agents random,casual --games 100 --out b --jobs 1", in: folder)
      let result = try Program.shell("playtest compare a b", in: folder)
      #expect(result.code == 0)
      #expect(result.output.contains("0 of 2 cells moved."))
      #expect(result.output.contains("0 of 200 games played on both sides differ."))
      #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  /// Games that fail have no figure, and a build in which more of them fail is worse.
  @Test func gamesThatFailAreWorse() throws {
    try Self.inFolder { folder in
      let level = Program.goodLevel
        .replacingOccurrences(of: #""grid""#, with: #""legend":{"x":"boom"},"grid""#)
        .replacingOccurrences(of: "RRB....", with: "RRx....")
      try Program.write(level, to: "good.json", in: folder)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "own/bubbles"), withIntermediateDirectories: true)
      func script(_ body: String) throws {
        try Program.write(
          "return { name = 'boom', glyph = '!', on_turn = function() \(body) end }",
          to: "own/bubbles/boom.lua", in: folder)
      }
      try script("")
      try Self.run("good.json --scripts own --agents casual --games 20 --out a", in: folder)
      try script("error('kaputt')")
      let failed = try Program.shell(
        "playtest run good.json --scripts own --agents casual --games 20 --out b --quiet",
        in: folder)
      #expect(failed.code == 1)
      let result = try Program.shell("playtest compare a b", in: folder)
      #expect(result.code == 1)
      #expect(result.output.contains("fails\n"), "\(result.output)")
      let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        words.contains(
          "20 of 20 games of the new run failed and have no result; its report says why."))
      #expect(words.firstMatch(of: #/casual [0-9.]+% –/#) != nil, "\(words)")
      for (options, code) in [("a b --fail-on worse", 1), ("a b --fail-on better", 0), ("b a", 0)] {
        let other = try Program.shell("playtest compare \(options)", in: folder)
        #expect(other.code == code, "\(options): \(other.output)")
      }
      let json = try Program.shell("playtest compare a b --json", in: folder).output
      #expect(json.contains(#""newFaults": 20"#) && !json.contains("baseFaults"))
      #expect(json.contains(#""figure": "pass_rate""#))
      // Nor does a table of the games give what happened up to the fault.
      _ = try Program.shell("playtest report b --format csv", in: folder)
      for line in try Program.text(of: "b/games.csv", in: folder).split(separator: "\n").dropFirst()
      {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false)
        #expect(cells[3] == "faulted" && cells[9].count == 16, "\(line)")
        let figures = Array(cells[4...6] + cells[10...])
        #expect(figures.allSatisfy { $0.isEmpty }, "\(line)")
      }
    }
  }

  /// No output takes the place of what is compared.
  @Test func anOutputOverARunIsRefused() throws {
    try Self.inFolder { folder in
      for run in ["a", "b"] {
        try Self.run("good.json --agents random --games 5 --out \(run)", in: folder)
      }
      for (file, what) in [
        ("a/results.sqlite", "this is a file of a run; name another one"),
        ("$PWD/b/run.json", "this is a file of a run; name another one"),
        ("link", "this is a file of a run; name another one"),
        ("good.json", "this is a level; name another file"),
        ("-", "is not a file; name one"),
      ] {
        let result = try Program.shell(
          "ln -sf a/run.json link; playtest compare a b --markdown \(file)", in: folder)
        #expect(result.code == 64 && result.errors.hasSuffix("\(what)\n"), "\(result.errors)")
      }
      let export = try Program.shell("playtest export a --moves --out a/run.json", in: folder)
      #expect(export.code == 64, "\(export.errors)")
      let result = try Program.shell("playtest compare a b --markdown a/changes.md", in: folder)
      #expect(result.code == 0, "\(result.errors)")
    }
  }

  /// Parts of a run are joined first: two that share no game would look alike.
  @Test func partsAreRefused() throws {
    try Self.inFolder { folder in
      try Self.run("good.json --agents random --games 20 --out a", in: folder)
      for part in ["1", "2"] {
        try Self.run(
          "good.json --agents random --games 20 --shard \(part)/2 --out part\(part)", in: folder)
      }
      for (runs, part) in [("part1 part2", "part1: this is part 1/2"), ("a part2", "part2: this")] {
        try Program.Failure(65, "playtest compare \(runs)", part).check(in: folder)
      }
    }
  }

  @Test func aChangeIsFoundAndNamed() throws {
    try Self.inFolder { folder in
      try Self.run("good.json other.json --agents random,novice --games 200 --out a", in: folder)
      try Self.run("easier.json --agents random,casual --games 200 --out b", in: folder)
      let result = try Program.shell("playtest compare a b --markdown change.md", in: folder)
      #expect(result.code == 1)
      #expect(result.output.contains("1 of 1 cell moved."))
      #expect(result.output.contains("Only in the base run, level: Oth|er."))
      #expect(result.output.contains("Only in the base run, agent: novice."))
      #expect(result.output.contains("Only in the new run, agent: casual."))
      #expect(result.output.contains("\n\ngames that ended differently:\n"), "\(result.output)")
      #expect(result.output.contains("  playtest replay a --level Good --agent random --index "))
      let page = try Program.text(of: "change.md", in: folder)
      #expect(page.contains(#"Oth\|er"#))
      #expect(page.contains("| Good (edited) | random |"))
      let json = try Program.shell("playtest compare a b --json", in: folder)
      #expect(json.code == 1)
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      #expect(tree["moved"] as? Int == 1)
      let cell = try #require((tree["cells"] as? [[String: Any]])?.first)
      #expect(cell["paired"] as? Bool == true && cell["edited"] as? Bool == true)
      #expect(try #require(cell["widthRatio"] as? Double) < 1)
      // The level got easier: more pass it.
      for (change, code) in [("moved", 1), ("worse", 0), ("better", 1), ("never", 0)] {
        let result = try Program.shell("playtest compare a b --fail-on \(change)", in: folder)
        #expect(result.code == code, "\(change)")
      }
      #expect(try Program.shell("playtest compare b a --fail-on worse", in: folder).code == 1)
      // A tolerance beyond the change lets it pass.
      #expect(try Program.shell("playtest compare a b --tolerance 0.9", in: folder).code == 0)
    }
  }

  /// Games of one side alone are left out, and it is said.
  @Test func leftOutGamesAreNamed() throws {
    try Self.inFolder { folder in
      try Self.run("good.json --agents random --games 30 --out a", in: folder)
      try Self.run("good.json --agents random --games 20 --out b", in: folder)
      try Self.run("good.json other.json --agents random --games 30 --out c", in: folder)
      try Self.run("good.json other.json --agents random --precision 0.4 --out d", in: folder)
      let words =
        "Each level and agent has 30 games in the base run and 20 in the new run; only the 20 that"
        + " both runs played are compared."
      let text = try Program.shell("playtest compare a b --markdown c.md", in: folder)
      #expect(text.output.replacing("\n", with: " ").contains(words), "\(text.output)")
      #expect(try Program.text(of: "c.md", in: folder).contains(words))
      let json = try Program.shell("playtest compare a b --json", in: folder)
      #expect(json.output.contains(words))
      for same in ["compare a c", "compare c c"] {
        #expect(try !Program.shell("playtest \(same)", in: folder).output.contains("only the"))
      }
      let other = try Program.shell("playtest compare c d", in: folder)
      #expect(
        other.output.contains("Each level and agent has 30 games in the base run and 64 in the"))
    }
  }

  /// Two players draw numbers; where they are equal it is a draw, or with `tie` a win of the first.
  private static let toss = """
    local game = {
      name = "toss", players = 2, move = { { "step", 1, 1 } },
      fields = { { name = "tie", kind = "whole", min = 0, max = 1, default = 0 } },
    }
    function game.setup(s, random)
      s.scores, s.turn, s.made = { random(3), random(3) }, 1, 0
    end
    function game.moves(s, offer) offer(1) end
    function game.apply(s) s.made = 1 end
    function game.outcome(s)
      if s.made == 0 then return end
      local lead = s.scores[1] - s.scores[2]
      if lead == 0 and s.level.tie == 1 then return "won" end
      return lead > 0 and "won" or lead < 0 and "lost" or "draw"
    end
    return game
    """

  /// Draws that are won now move the pass rate, in `compare` and `explain` as between two runs.
  @Test func drawsThatAreWonMove() throws {
    try Program.inFolder { folder in
      _ = try Program.shell("rm scripts && mkdir -p scripts/games", in: folder)
      try Program.write(Self.toss, to: "scripts/games/toss.lua", in: folder)
      for tie in [0, 1] {
        try Program.write(
          #"{"format":"playtest-level","version":1,"game":"toss","name":"T","id":"t","tie":\#(tie)}"#,
          to: "t\(tie).json", in: folder)
        try Self.run(
          "t\(tie).json --agents random,greedy:random --games 300 --out r\(tie)", in: folder)
      }
      let json = try Program.shell("playtest compare r0 r1 --json", in: folder)
      #expect(json.code == 1, "\(json.errors)")
      let tree = try #require(
        try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let cells = try #require(tree["cells"] as? [[String: Any]])
      let rates = try [0, 1].map { run in
        let text = try Program.text(of: "r\(run)/summary.json", in: folder)
        return try #require(
          try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      }
      for (number, cell) in cells.enumerated() {
        let sides = rates.map { ($0["cells"] as? [[String: Any]])?[number] }
        for (side, key) in zip(sides, ["base", "new"]) {
          let rate = try #require((side?["passRate"] as? [String: Any])?["value"] as? Double)
          #expect(cell[key] as? Double == rate)
          let decided = ["wins", "losses"].reduce(0) { $0 + (side?[$1] as? Int ?? 0) }
          #expect(cell[key + "Games"] as? Int == decided)
        }
        let draws = try #require(sides[0]?["ended"] as? Int)
        #expect(cell["decidedOnOneSide"] as? Int == draws && draws > 60)
      }
      #expect(cells[0]["moved"] as? Bool == true)
      let change = try #require((cells[0]["difference"] as? [String: Any])?["value"] as? Double)
      #expect((0.1...0.25).contains(change), "\(change)")
      let text = try Program.shell("playtest compare r0 r1", in: folder)
      #expect(text.output.contains("were won or lost on one side only and count there."))
      // Seats change between two games on one deal, so ties favour both players alike.
      #expect(text.output.contains("1 of 2 cells moved."), "\(text.output)")
      let explained = try Program.shell(
        "playtest explain r0 --level T --player random --games 300 --json", in: folder)
      #expect(explained.code == 0, "\(explained.errors)")
      // The same change, from the same games.
      let levers = try #require(
        (try JSONSerialization.jsonObject(with: Data(explained.output.utf8)) as? [String: Any])?[
          "levers"] as? [[String: Any]])
      let effects = try #require(levers.first?["effect"] as? [String: [String: Any]])
      #expect(effects["random"]?["value"] as? Double == change, "\(explained.output)")
      #expect(
        effects["random"]?["low"] as? Double == (cells[0]["difference"] as? [String: Any])?["low"]
          as? Double)
    }
  }

  @Test func otherSeedsAreComparedUnpaired() throws {
    try Self.inFolder { folder in
      try Self.run("good.json --agents random --games 100 --out a", in: folder)
      try Self.run("good.json --agents random --games 100 --seed 2 --out b", in: folder)
      let result = try Program.shell("playtest compare a b", in: folder)
      #expect(result.code == 0)
      #expect(
        result.output.contains("The seeds differ (1 and 2), so the two runs played different games")
      )
      #expect(!result.output.contains("played on both sides differ"))
    }
  }

  @Test(arguments: [
    Program.Failure(66, "playtest compare nowhere a", "nowhere: no run.json found"),
    Program.Failure(64, "playtest compare a a --tolerance 2", "--tolerance must be at least 0"),
    Program.Failure(65, "playtest compare a c", "c: the runs have no level and agent in common"),
  ])
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      try Self.run("good.json --agents random --games 8 --out a", in: folder)
      try Self.run("other.json --agents random --games 8 --out c", in: folder)
      try failure.check(in: folder)
    }
  }
}
