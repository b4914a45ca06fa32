import Foundation
import Testing

@testable import SimHarness

/// `import`, and the commands that work on what it makes.
@Suite struct ImportCommandTests {
  /// A table of two players on three levels, and what its figures are.
  private static func table(games: Int, seed: UInt64) -> (
    text: String, wins: [String: Int], scores: [String: Int], times: [String: Double]
  ) {
    var random = SeededRandom(key: StreamKey(rawValue: seed))
    var text = "level,player,game,passed,score,moves,time_s,lives\n"
    var wins: [String: Int] = [:]
    var scores: [String: Int] = [:]
    var times: [String: Double] = [:]
    for game in 0..<games {
      for (place, level) in ["Alpha", "Beta", "Gamma"].enumerated() {
        for (skill, player) in ["ann", "bo"].enumerated() {
          let passes = Int(random.next() % 10) >= 3 + 2 * place - 2 * skill
          let score = Int(random.next() % 1000)
          let quarters = Int(random.next() % 400)
          let key = "\(level) \(player)"
          wins[key, default: 0] += passes ? 1 : 0
          scores[key, default: 0] += score
          times[key, default: 0] += Double(quarters) / 4
          text += "\(level),\(player),\(game),\(passes ? 1 : 0),\(score),\(game % 30),"
          text += "\(Double(quarters) / 4),\(game % 4)\n"
        }
      }
    }
    return (text, wins, scores, times)
  }

  private static func summary(_ text: String) throws -> [[String: Any]] {
    let tree =
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    return tree["cells"] as? [[String: Any]] ?? []
  }

  /// A person's name with a colon is no pair of players: every game counts by itself.
  @Test func aNameWithAColonIsOnePlayer() throws {
    try Program.inFolder { folder in
      func figures(_ name: String) throws -> Data {
        var text = "level,player,passed,score\n"
        // Both games of each two end alike, as those of one deal would.
        for game in 0..<200 { text += "Alpha,\(name),\(game / 2 % 2),\(game / 2 % 7)\n" }
        try Program.write(text, to: "live.csv", in: folder)
        let result = try Program.shell(
          "playtest import live.csv --json --quiet --force", in: folder)
        #expect(result.code == 0, "\(result.errors)")
        var cell = try #require(try Self.summary(result.output).first)
        #expect(cell.removeValue(forKey: "agent") as? String == name)
        return try JSONSerialization.data(withJSONObject: cell, options: .sortedKeys)
      }
      let (clan, solo) = (try figures("clan:7"), try figures("solo"))
      #expect(clan == solo)
    }
  }

  @Test func theFiguresAreThoseOfTheRows() throws {
    try Program.inFolder { folder in
      let games = 400
      let (text, wins, scores, times) = Self.table(games: games, seed: 5)
      try Program.write(text, to: "live.csv", in: folder)
      let result = try Program.shell(
        "playtest import live.csv --game our-game --json --quiet", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors.isEmpty)
      let cells = try Self.summary(result.output)
      #expect(cells.count == 6)
      for cell in cells {
        let key = "\(cell["level"] ?? "") \(cell["agent"] ?? "")"
        let won = try #require(wins[key])
        #expect(cell["games"] as? Int == games)
        #expect(cell["wins"] as? Int == won)
        let rate = try #require((cell["passRate"] as? [String: Any])?["value"] as? Double)
        #expect(abs(rate - Double(won) / Double(games)) < 1e-9)
        let mean = try #require((cell["score"] as? [String: Any])?["mean"] as? Double)
        #expect(abs(mean - Double(try #require(scores[key])) / Double(games)) < 1e-6)
        let metrics = try #require(cell["metrics"] as? [String: [String: Any]])
        let time = try #require(metrics["time_s"]?["value"] as? Double)
        #expect(abs(time - (try #require(times[key])) / Double(games)) < 1e-6)
        #expect(metrics["time_s"]?["unit"] as? String == "s")
        #expect(metrics["lives"]?["value"] as? Double == 1.5)
      }
      #expect(
        try Program.files(in: folder.appending(path: "Reports/runs/live")) == [
          "report.html", "report.md", "results.sqlite", "run.json", "summary.json",
        ])
      // The same from a pipe, and a report made later.
      let piped = try Program.shell(
        "cat live.csv | playtest import - --game our-game --out piped --json --quiet", in: folder)
      #expect(piped.output == result.output.replacing("live.csv", with: "stdin"))
      let page = try Program.text(of: "Reports/runs/live/report.html", in: folder)
      let report = try Program.shell(
        "playtest report Reports/runs/live --format html,csv,ndjson,junit,vega,json", in: folder)
      #expect(report.code == 0, "\(report.errors)")
      #expect(try Program.text(of: "Reports/runs/live/report.html", in: folder) == page)
      #expect(
        try Program.text(of: "Reports/runs/live/summary.json", in: folder) == result.output)
      #expect(page.contains("Imported from") && !page.contains("playtest replay"))
      #expect(!page.contains("players are simulated"))
      let table = try Program.text(of: "Reports/runs/live/games.csv", in: folder)
      #expect(table.hasPrefix("level,agent,game,end,passed,score,moves,reason,fault,hash,time_s"))
      #expect(table.split(separator: "\n").count == 6 * games + 1)
    }
  }

  @Test func theOtherCommandsWorkOnIt() throws {
    try Program.inFolder { folder in
      try Program.write(Self.table(games: 300, seed: 1).text, to: "a.csv", in: folder)
      try Program.write(
        Self.table(games: 300, seed: 2).text.replacing(",bo,", with: ",bob,"), to: "b.csv",
        in: folder)
      for file in ["a", "b"] {
        let result = try Program.shell(
          "playtest import \(file).csv --game our-game --out \(file) --quiet", in: folder)
        #expect(result.code == 0, "\(result.errors)")
      }
      let compared = try Program.shell("playtest compare a b", in: folder)
      #expect(compared.code == 0, "\(compared.errors)\(compared.output)")
      #expect(compared.output.contains("Imported games are compared unpaired"))
      let paired = try Program.shell("playtest compare a b --pair bo=bob --json", in: folder)
      #expect(paired.code == 0, "\(paired.errors)")
      #expect(paired.output.contains("\"agent\": \"bo / bob\""))
      try Program.Failure(
        64, "playtest compare a b --pair bo=bo",
        "--pair: b: unknown player 'bo'; did you mean 'bob'? known: ann, bob"
      ).check(in: folder)
      let page = try Program.shell("playtest report b --base a --format html,md", in: folder)
      #expect(page.code == 0, "\(page.errors)")
      let people = try Program.shell("playtest population a --json", in: folder)
      #expect(people.code == 0, "\(people.errors)")
      let order = try Program.shell("playtest level order a", in: folder)
      #expect(order.code == 0, "\(order.errors)")
      try Program.write(
        """
        name: s
        levels: ["*"]
        gates:
          - {levels: "Alpha", require: "pass_rate(ann) >= 0.5"}
          - {levels: "Gamma", require: "pass_rate(ann) >= 0.9"}
          - {require: "time_s(bo) <= 60"}
        """, to: "s.yml", in: folder)
      let gates = try Program.shell("playtest check s.yml --run a", in: folder)
      #expect(gates.code == 1, "\(gates.errors)")
      #expect(gates.output.contains("ok      Alpha  pass_rate(ann) >= 0.5\n"))
      #expect(gates.output.contains("FAILED  Gamma  pass_rate(ann) >= 0.9\n"))
      #expect(
        gates.output.contains(
          "1 of 5 gates failed.\n1,800 games imported from \"a.csv\", of which gates are about"
            + " 1,500.\n"), "\(gates.output)")
      try Program.write(
        "name: s\nlevels: ['*']\ngates: [{levels: Alpha, require: pass_rate(ann) >= 0}]\n",
        to: "one.yml", in: folder)
      let one = try Program.shell("playtest check one.yml --run a", in: folder)
      #expect(
        one.output.contains(
          "\n1,800 games imported from \"a.csv\", of which gates are about 300.\n"),
        "\(one.output)")
      try Program.Failure(
        65, "playtest check s.yml --run b",
        "s.yml:6: $.gates[2].require: unknown player of the run 'bo'; did you mean 'bob'? known: ann, bob"
      ).check(in: folder)
    }
  }

  /// What was left out is no progress.
  @Test func notesAreSaidQuietlyToo() throws {
    try Program.inFolder { folder in
      try Program.write(
        "sep=;\nlevel;player;passed;device\nA;ann;1;phone\n", to: "r.csv", in: folder)
      let result = try Program.shell("playtest import r.csv --out r --quiet", in: folder)
      #expect(result.code == 0)
      #expect(
        result.errors
          == "playtest: r.csv: note: the column 'device' holds text, such as \"phone\", and is left"
          + " out\n")
      try Program.Failure(
        64, "playtest import r.csv --together ' '",
        "--together must be a name of 1 to 200 characters; write --together people"
      ).check(in: folder)
    }
  }

  @Test func whatNeedsMovesSaysSo() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write("level,player,passed\nGood,ann,1\nGood,ann,0\n", to: "r.csv", in: folder)
      let made = try Program.shell(
        "playtest import r.csv --game bubble-blast --levels good.json --out r --quiet", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      #expect(made.output.contains("Good"))
      let before = try Program.files(in: folder)
      let reason = "r: these results were imported from \"r.csv\", so no game can be played again;"
      for line in [
        "replay r --index 0", "explain r", "study r", "export r --moves", "report r --explain",
      ] {
        try Program.Failure(65, "playtest \(line)", reason).check(in: folder)
      }
      try Program.Failure(
        65, "playtest run good.json --out r --resume --quiet",
        "r: cannot resume: it holds results imported from \"r.csv\", which cannot be continued;"
      ).check(in: folder)
      try Program.Failure(
        73, "playtest import r.csv --out r --quiet", "r: the folder already has a run;"
      ).check(in: folder)
      try Program.Failure(
        66, "playtest import none.csv --out x --quiet", "none.csv: no such file"
      ).check(in: folder)
      try Program.Failure(
        64, "playtest import r.csv --map stage=level --out x --quiet",
        "unknown field of --map 'stage'; known: level, player"
      ).check(in: folder)
      try Program.Failure(
        64, "playtest import r.csv --game ../x --out x --quiet",
        "--game: \"../x\" is not a name for a game;"
      ).check(in: folder)
      try Program.Failure(
        65, "playtest import r.csv --game peggle --out x --quiet",
        "r.csv:2: column 'level': unknown level of peggle 'Good'; known: Garden Gate"
      ).check(in: folder)
      try Program.Failure(
        64, "playtest import r.csv --map level=a,level=b --out x --quiet",
        "--map: the field level appears twice, as \"a\" and as \"b\"; name one column"
      ).check(in: folder)
      try Program.write("level,player,passed\nGood,ann,often\n", to: "bad.csv", in: folder)
      try Program.Failure(
        65, "playtest import bad.csv --out r --force --quiet",
        "bad.csv:2: column 'passed': expected 1 or 0,"
      ).check(in: folder)
      #expect(
        try Program.files(in: folder).filter { $0 != "bad.csv" } == before.filter { _ in true })
      let forced = try Program.shell(
        "playtest import r.csv --game other --out r --force --quiet && playtest report r",
        in: folder)
      #expect(forced.code == 0, "\(forced.errors)")
    }
  }

  /// A game of one's own has no built-in levels; what was asked is never suggested.
  @Test func aGameWithoutBuiltInLevelsSaysSo() throws {
    try Program.inFolder { folder in
      // Scripts of the folder's own.
      try FileManager.default.removeItem(at: folder.appending(path: "scripts"))
      let made = try Program.shell("playtest new game minefield", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      try Program.write("level,player,passed\nGood,ann,1\n", to: "r.csv", in: folder)
      try Program.Failure(
        64, "playtest import r.csv --game minefield --quiet",
        "the game minefield has no built-in levels; name its levels with --levels"
      ).check(in: folder)
      try Program.Failure(
        66, "playtest run minefield --quiet",
        "minefield: no such file; the game minefield has no built-in levels; name its level files"
      ).check(in: folder)
    }
  }

  /// Stopped in its middle, nothing of it is there, and what it was to replace is as it was.
  @Test(arguments: ["INT", "TERM", "KILL"]) func aStoppedImportLeavesNothing(signal: String) throws
  {
    try Program.inFolder { folder in
      var text = "level,player,passed,score\n"
      for row in 0..<120_000 { text += "L\(row % 50),p\(row % 7),\(row % 2),\(row)\n" }
      try Program.write(text, to: "big.csv", in: folder)
      try Program.write("level,player,passed\nA,ann,1\n", to: "small.csv", in: folder)
      let made = try Program.shell("playtest import small.csv --out old --quiet", in: folder)
      #expect(made.code == 0, "\(made.errors)")
      let old = try Program.shell("cat old/* | md5sum", in: folder).output
      for words in ["--out new", "--out old --force"] {
        let process = try Program.Running(
          Program.file,
          ("import big.csv --quiet " + words).split(separator: " ").map(String.init), in: folder)
        let name = words.contains("new") ? "new" : "old"
        let beside = folder.appending(path: ".\(name).new/results.sqlite").path
        var waits = 0
        while waits < 20_000, process.process.isRunning, access(beside, F_OK) != 0 {
          usleep(2000)
          waits += 1
        }
        kill(
          process.process.processIdentifier,
          ["INT": SIGINT, "TERM": SIGTERM, "KILL": SIGKILL][signal] ?? SIGINT)
        let result = process.result()
        #expect(result.code == ["INT": 130, "TERM": 143, "KILL": 9][signal], "\(result.errors)")
        let files = try Program.files(in: folder)
        #expect(!files.contains { $0.hasPrefix("new") }, "\(files)")
        if signal != "KILL" {
          #expect(result.errors == "playtest: interrupted: nothing was imported\n")
          #expect(!files.contains { $0.hasPrefix(".") }, "\(files)")
        }
        #expect(try Program.shell("cat old/* | md5sum", in: folder).output == old)
      }
      let again = try Program.shell(
        "playtest import small.csv --out new --quiet && cat new/summary.json | md5sum"
          + " && cat old/summary.json | md5sum && ls -A", in: folder)
      #expect(again.code == 0, "\(again.errors)")
      #expect(!again.output.contains(".new.new"), "\(again.output)")
    }
  }

  /// Names are data: they are shown without what they could do to a terminal, a page or a path.
  @Test func hostileNamesAreOnlyShown() throws {
    try Program.inFolder { folder in
      let names = [
        "../../etc/passwd", "\u{202E}evil", "\u{1B}[31mred", "<script>alert(1)</script>",
        "a\nb", "=1+1", "'; DROP TABLE games; --", "ann(1)", "a:b",
      ]
      var text = "level,player,passed\n"
      for name in names {
        let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
        text += "\(quoted),\(quoted),1\n\(quoted),ann,0\n"
      }
      try Program.write(text, to: "r.csv", in: folder)
      let result = try Program.shell(
        "playtest import r.csv --out r --quiet && playtest report r --format html,md,csv,junit,vega"
          + " && playtest compare r r", in: folder)
      #expect(result.code == 0, "\(result.errors)")
      let page = try Program.text(of: "r/report.html", in: folder)
      let markdown = try Program.text(of: "r/report.md", in: folder)
      for shown in [page, markdown, result.output] {
        #expect(!shown.contains("\u{202E}") && !shown.contains("\u{1B}[31m"))
      }
      #expect(!page.contains("<script>alert(1)"))
      #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "etc").path))
    }
  }

  /// People's games fit players, from the rows themselves and from the run's folder.
  @Test func calibrateTakesPeoplesGames() throws {
    try Program.inFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appending(path: "levels"), withIntermediateDirectories: false)
      for (place, shots) in [20, 14, 9, 5].enumerated() {
        let name = "L\(place)"
        try Program.write(
          Program.goodLevel.replacing("\"Good\"", with: "\"\(name)\"")
            .replacing("\"shots\":12", with: "\"shots\":\(shots)"),
          to: "levels/\(name).json", in: folder)
      }
      var text = "player,level,passed\n"
      for person in 0..<20 {
        for level in 0..<4 {
          for _ in 0..<(person + level) % 3 { text += "p\(person),L\(level),0\n" }
          text += "p\(person),L\(level),1\n"
        }
      }
      try Program.write(text, to: "people.csv", in: folder)
      let imported = try Program.shell(
        "playtest import people.csv --game bubble-blast --levels levels --out people --quiet",
        in: folder)
      #expect(imported.code == 0, "\(imported.errors)")
      let line = "--levels levels --games 10 --quiet --json --out"
      let rows = try Program.shell("playtest calibrate people.csv \(line) a.yml", in: folder)
      let run = try Program.shell("playtest calibrate people \(line) b.yml", in: folder)
      #expect(rows.code == 0 && run.code == 0, "\(rows.errors)\(run.errors)")
      #expect(run.output == rows.output.replacing("a.yml", with: "b.yml"))
      #expect(rows.output.contains("\"likelihood\": \"people\""))
    }
  }
}
