import Foundation
import Testing

@testable import SimHarness

/// `tune` and `explain` over the fields of a game in Lua.
@Suite struct TuneLuaGameTests {
  /// A game in Lua that is won with the chance `rate`, if it has at least two `bombs`.
  private static let chance = """
    local game = {
      name = "chance", summary = "luck alone", move = { { "go", 1, 1 } },
      fields = {
        { name = "rate", kind = "number", min = 0, max = 1, default = 0.5, step = 0.05 },
        { name = "speed", kind = "number", min = 0, max = 1, default = 0.5 },
        { name = "bombs", kind = "whole", min = 1, max = 9, default = 2, step = 3 },
      },
    }
    function game.setup(s, random) s.lucky, s.gone, s.score = random() < s.level.rate, false, 0 end
    function game.moves(s, offer) offer(1) end
    function game.apply(s)
      if s.level.bombs == 1 then error("one bomb is not enough") end
      s.gone = true
    end
    function game.outcome(s) if s.gone then return s.lucky and "won" or "lost" end end
    return game
    """

  private static func withChance(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { outer in
      // The folder's scripts are those of the project; a folder in it has scripts of its own.
      let folder = outer.appending(path: "own")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "scripts/games"), withIntermediateDirectories: true)
      try Program.write(chance, to: "scripts/games/chance.lua", in: folder)
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"chance","name":"C","rate":0.25}"#,
        to: "c.json", in: folder)
      try body(folder)
    }
  }

  /// A number that changes nothing stays as it is; from outside its range it goes to the nearest end.
  @Test(arguments: [("0...1", 0.5), ("0.7...1", 0.7)])
  func aNumberWithoutEffectStays(_ range: String, _ value: Double) throws {
    try Self.withChance { folder in
      let tuned = try Program.shell(
        "playtest tune c.json --vary speed=\(range) --aim 'pass_rate(random) in 0.9...0.95'"
          + " --games 1000 --out t --json --quiet", in: folder)
      #expect(tuned.code == 1, "\(tuned.errors)")
      let after = tuned.output.firstMatch(
        of: /"name": "speed",\s+"start": 0\.5,\s+"value": ([0-9.]+)/)
      #expect(after.flatMap { Double($0.1) } == value, "\(tuned.output)")
    }
  }

  /// A field of a game in Lua that takes fractions takes them between whole ends, too, and in the
  /// steps that the game declares.
  @Test func aFieldOfAGameInLuaTakesFractionsAndItsOwnStep() throws {
    try Self.withChance { folder in
      let space = try Program.shell(
        "playtest tune c.json --vary rate=0...1 --vary speed=0...1 --vary bombs=2...9"
          + " --aim 'pass_rate(random) in 0.4...0.6' --evaluate < /dev/null", in: folder)
      #expect(space.code == 0, "\(space.errors)")
      for number in [
        #"{"name":"rate","kind":"real","low":0,"high":1,"step":0.05,"start":0.25}"#,
        #"{"name":"speed","kind":"real","low":0,"high":1,"step":0.005,"start":0.5}"#,
        #"{"name":"bombs","kind":"int","low":2,"high":9,"step":1,"start":2}"#,
      ] {
        #expect(space.output.contains(number), "\(space.output)")
      }
      let tuned = try Program.run(
        [
          "tune", "c.json", "--vary", "rate=0...1", "--vary", "speed=0...1", "--vary",
          "bombs=2...9",
          "--aim", "pass_rate(random) in 0.4...0.6", "--games", "2000", "--quiet", "--json",
        ], in: folder)
      #expect(tuned.code == 0, "\(tuned.errors)")
      for step in [
        #""parameter": "rate",\s*"step": "\+0.050""#,
        #""parameter": "speed",\s*"step": "\+0.050""#,
        #""parameter": "bombs",\s*"step": "\+3""#,
      ] {
        #expect(try tuned.output.contains(Regex(step)), "\(step): \(tuned.output)")
      }
    }
  }

  /// Numbers with which a script fails are named, in the search and in answers to another program.
  @Test func theNumbersWithWhichAScriptFailsAreNamed() throws {
    let vary =
      "playtest tune c.json --vary bombs=1...4 --aim 'pass_rate(random) in 0.7...0.9'"
    try Self.withChance { folder in
      let tuned = try Program.shell("\(vary) --games 2000 --quiet", in: folder)
      #expect(tuned.code == 65, "\(tuned.errors)")
      #expect(
        tuned.errors.hasSuffix(
          ", with bombs = 1, failed: games/chance.lua:12: one bomb is not enough; fix"
            + " the script, or choose ranges without these numbers\n"), "\(tuned.errors)")
      let answered = try Program.shell(
        #"printf '{"point":{"bombs":2}}\n{"point":{"bombs":1}}\n' | "# + "\(vary) --evaluate",
        in: folder)
      #expect(answered.code == 65, "\(answered.errors)")
      #expect(
        answered.errors.hasSuffix(
          "stdin:2: game 0 of random on C, seed 1, failed: games/chance.lua:12: one bomb is not enough;"
            + " fix the script\n"), "\(answered.errors)")
    }
  }

  /// A range without room for the declared step is searched in steps of its own.
  @Test func aRangeThatIsSmallerThanTheDeclaredStepIsSearched() throws {
    try Self.withChance { folder in
      let space = try Program.shell(
        "playtest tune c.json --vary rate=0.25...0.28125 --aim 'pass_rate(random) in 0.4...0.6'"
          + " --evaluate < /dev/null", in: folder)
      #expect(
        space.output.contains(
          #"{"name":"rate","kind":"real","low":0.25,"high":0.28125,"step":0.00015625,"start":0.25}"#
        ),
        "\(space.output)\(space.errors)")
    }
  }

  /// A change with which a script fails is a row that says so, and the others have their figures.
  @Test func aChangeThatFailsIsNamedAndTheOthersAreExplained() throws {
    try Self.withChance { folder in
      let run = try Program.shell(
        "sed -i s/step.=.3/step=1/ scripts/games/chance.lua;"
          + " playtest run c.json --agents random --games 40 --out r --quiet", in: folder)
      #expect(run.code == 0, "\(run.errors)")
      let explained = try Program.run(
        ["explain", "r", "--games", "60", "--quiet"], in: folder)
      #expect(explained.code == 0, "\(explained.errors)")
      let lines = explained.output.split(separator: "\n").map(String.init)
      let failed = lines.first { $0.hasPrefix("bombs 1 instead of 2 ") }
      #expect(failed?.split(separator: " ").suffix(2) == ["-", "failed"], "\(explained.output)")
      #expect(lines.contains { $0.hasPrefix("rate 0.3 instead of 0.25 ") && $0.contains("[") })
      let text = explained.output.replacing(/\s+/, with: " ")
      #expect(
        text.contains(
          "bombs 1 instead of 2: a game failed: games/chance.lua:12: one bomb is not"
            + " enough; fix the script"), "\(explained.output)")
      let json = try Program.run(
        ["explain", "r", "--games", "60", "--quiet", "--json"], in: folder)
      #expect(json.output.contains(#""message": "games/chance.lua:12: one bomb is not enough""#))
      // What was kept beside the run is read again.
      let report = try Program.run(["report", "r"], in: folder)
      #expect(report.code == 0, "\(report.errors)")
    }
  }

  /// A level with which the script fails has no figure to compare with.
  @Test func aLevelThatFailsItselfIsNotExplained() throws {
    try Self.withChance { folder in
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"chance","name":"C","bombs":1}"#,
        to: "c.json", in: folder)
      let run = try Program.shell(
        "playtest run c.json --agents random --games 10 --out r --quiet; playtest explain r --quiet",
        in: folder)
      #expect(run.code == 65, "\(run.errors)")
      #expect(
        run.errors.contains(
          "game 0 of random on C, seed 1, failed: games/chance.lua:12: one bomb is not enough; fix the"
            + " script"),
        "\(run.errors)")
    }
  }

  /// With steps that are as wide as the band no change is certain; the nearest is said everywhere.
  @Test func theNearestOfUncertainChangesIsNamed() throws {
    try Self.withChance { folder in
      try Program.write(
        Self.chance.replacing("step = 0.05", with: "step = 0.2"), to: "scripts/games/chance.lua",
        in: folder)
      try Program.write(
        #"{"format":"playtest-level","version":1,"game":"chance","name":"C","rate":0.2}"#,
        to: "c.json", in: folder)
      let explained = try Program.shell(
        "playtest run c.json --agents random --games 60 --out r --quiet"
          + " && playtest explain r --games 60 --quiet", in: folder)
      #expect(explained.code == 0, "\(explained.errors)")
      let text = explained.output.replacing(/\s+/, with: " ")
      #expect(text.contains("change est. cost random"), "\(explained.output)")
      let found = try #require(
        text.firstMatch(
          of: try Regex(
            #"No single change is certain to bring random's pass rate to 40 to 60%; try several "#
              + #"together\. The nearest: rate 0\.\d instead of 0\.2, cost \d, passes [\d.]+% "#
              + #"\[[\d.]+, [\d.]+\] of 1,000 fresh games\."#)), "\(explained.output)")
      #expect(
        explained.output.contains(
          "next:\n  # make this change\n  playtest level edit c.json set rate="))
      #expect(explained.output.contains("\n  playtest tune c.json --vary rate="))
      let report = try Program.shell("playtest report r", in: folder)
      #expect(report.code == 0, "\(report.errors)")
      let page = try Program.text(of: "r/report.html", in: folder)
      #expect(page.replacing("&#39;", with: "'").contains(text[found.range]))
      let json = try Program.shell("playtest explain r --games 60 --quiet --json", in: folder)
      #expect(json.output.contains("\"nearest\": {\n") && json.output.contains("\"edits\": []"))
    }
  }
}
