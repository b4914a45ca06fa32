import Foundation
import Testing

/// What card scripts and generators print, and scripts under `run --watch`, as a user meets it.
@Suite struct CardsPrintCommandTests {
  private static let script = """
    local game = { name = "snap", features = { "n" }, deal = 4, goal = "clear" }
    function game.deck()
      print("deck")
      return { { 1, name = "one" }, { 2, name = "two" }, { 3, name = "three" }, { 4, name = "four" } }
    end
    function game.match(a, b)
      if a.n + b.n == 5 then print("match", a.n, b.n) return 1 end
    end
    return game
    """
  private static let texts = ["deck", "match\t2\t3", "match\t1\t4"]

  /// Two levels with one script, in a folder of one's own scripts.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      let files = FileManager.default
      try files.removeItem(at: folder.appending(path: "scripts"))
      try files.createDirectory(
        at: folder.appending(path: "scripts/cards"), withIntermediateDirectories: true)
      try files.createDirectory(
        at: folder.appending(path: "levels"), withIntermediateDirectories: true)
      try Program.write(script, to: "scripts/cards/snap.lua", in: folder)
      for name in ["A", "B"] {
        let level = """
          {"format":"playtest-level","version":1,"game":"cards","name":"\(name)","script":"snap"}
          """
        try Program.write(level, to: "levels/\(name).json", in: folder)
      }
      try body(folder)
    }
  }

  private static func log(_ levels: String...) -> String {
    levels.flatMap { level in texts.map { "[\(level), loading] snap.lua: \($0)\n" } }.joined()
  }

  private static let run = "playtest run levels --agents random,greedy --games 20"

  @Test func aRunLogsThemOnceForEachLevel() throws {
    try Self.inFolder { folder in
      let runs = try Program.shell(
        "\(Self.run) --jobs 1 --out a && \(Self.run) --jobs 3 --out b && cmp a/log.txt b/log.txt",
        in: folder)
      #expect(runs.code == 0, "\(runs.errors)")
      #expect(runs.errors.contains("scripts printed 6 lines: a/log.txt"), "\(runs.errors)")
      #expect(try Program.text(of: "a/log.txt", in: folder) == Self.log("A", "B"))
      let again = try Program.shell("\(Self.run) --out a --resume", in: folder)
      #expect(again.code == 0, "\(again.errors)")
      #expect(!again.errors.contains("scripts printed"), "\(again.errors)")
      #expect(try Program.text(of: "a/log.txt", in: folder) == Self.log("A", "B"))
      let none = try Program.shell(
        "\(Self.run) --no-print --out c && cmp a/summary.json c/summary.json && ls c", in: folder)
      #expect(none.code == 0 && !none.output.contains("log.txt"), "\(none.output)")
      let named = try Program.shell(
        "\(Self.run) --print snap --out d && cmp a/log.txt d/log.txt", in: folder)
      #expect(named.code == 0, "\(named.errors)")
    }
  }

  /// A run that is killed before it has written its log has the lines when it continues.
  @Test func aRunThatContinuesHasThem() throws {
    try Self.inFolder { folder in
      let run = try Program.shell(
        "\(Self.run) --out a --quiet && rm a/log.txt && \(Self.run) --out a --resume --quiet",
        in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(try Program.text(of: "a/log.txt", in: folder) == Self.log("A", "B"))
    }
  }

  @Test func aReplayShowsThemFirst() throws {
    try Self.inFolder { folder in
      let replay = "playtest replay r --level A --agent random"
      let shown = try Program.shell("\(Self.run) --out r --quiet > no; \(replay)", in: folder)
      #expect(shown.code == 0, "\(shown.errors)")
      #expect(shown.output.hasPrefix(Self.log("A")), "\(shown.output)")
      let trace = try Program.shell("\(replay) --trace", in: folder)
      let lines = trace.output.split(separator: "\n")
      let printed = Self.texts.map { text in
        #"{"script":"snap.lua","text":""# + text.replacing("\t", with: #"\t"#)
          + #"","loading":true}"#
      }.joined(separator: ",")
      #expect(lines.first?.hasSuffix(#","printed":["# + printed + "]}") == true, "\(lines)")
      #expect(lines.dropFirst().allSatisfy { !$0.contains("printed") })
      let verified = try Program.shell("\(replay) --verify", in: folder)
      #expect(verified.output.hasPrefix("verified: "), "\(verified.output)\(verified.errors)")
    }
  }

  @Test func checksAndExamplesShowThem() throws {
    try Self.inFolder { folder in
      let check = try Program.shell("playtest script check scripts/cards/snap.lua", in: folder)
      #expect(check.code == 0, "\(check.errors)")
      #expect(
        check.errors
          == Self.texts.map { "scripts/cards/snap.lua: printed: \($0)\n" }.joined())
      try Program.write(
        """
        {"format": "playtest-script-test", "version": 1, "cases": [
          {"name": "x", "level": {}, "player": "random", "expect": {"turn": 1}}]}
        """, to: "scripts/cards/snap.test.json", in: folder)
      let test = try Program.shell("playtest script test scripts/cards/snap.lua", in: folder)
      #expect(test.code == 0, "\(test.output)")
      let place = "scripts/cards/snap.test.json:2: 'x': printed while loading: snap.lua: "
      #expect(test.errors == Self.texts.map { "\(place)\($0)\n" }.joined())
    }
  }

  // MARK: Generators

  private static let generator = """
    print("read")
    return { name = "loud", game = "bubble-blast",
      generate = function(random, params)
        print("colour", random:int(1, 1))
        return { format = "playtest-level", version = 1, game = "bubble-blast", name = "L",
          shots = random:int(3, 30), grid = { "RRBB........", "GGYY........" } }
      end }
    """

  @Test func aGeneratorsLinesAreShown() throws {
    try Self.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "scripts/generators"), withIntermediateDirectories: true)
      try Program.write(Self.generator, to: "scripts/generators/loud.lua", in: folder)
      let check = try Program.shell(
        "playtest script check scripts/generators/loud.lua", in: folder)
      #expect(check.code == 0, "\(check.errors)")
      let both = ["read", "colour\t1"]
      #expect(
        check.errors
          == (1...5).flatMap { _ in both }.map {
            "scripts/generators/loud.lua: printed: \($0)\n"
          }.joined())
      let new = try Program.shell("playtest level new X --generator loud", in: folder)
      #expect(new.code == 0)
      #expect(new.errors == both.map { "printed: loud.lua: \($0)\n" }.joined())
      let generate = "playtest generate loud --count 1 --out made"
      let made = try Program.shell(generate, in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let first = both.map { "[candidate 1] loud.lua: \($0)\n" }.joined()
      #expect(made.errors.hasPrefix(first + "[candidate 2] loud.lua: read\n"), "\(made.errors)")
      let quiet = try Program.shell("\(generate) --force --quiet", in: folder)
      #expect(quiet.code == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    }
  }

  // MARK: Watching

  @Test func aSaveShowsThem() throws {
    try Self.inFolder { folder in
      let result = try Program.shell(
        """
        lines() {
          for i in $(seq 600); do [ "$(wc -l < "$1")" -ge "$2" ] && break; sleep 0.05; done
        }
        "\(Program.file.path)" run levels --watch --agents random --games 30 > out 2> err &
        pid=$!
        lines err 6; kill -INT $pid; wait $pid
        """, in: folder)
      #expect(result.code == 130)
      #expect(try Program.text(of: "err", in: folder) == Self.log("A", "B"))
    }
  }
}
