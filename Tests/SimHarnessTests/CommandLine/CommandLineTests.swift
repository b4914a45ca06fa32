import Foundation
import TestSupport
import Testing

@testable import SimHarness

/// The program as a user meets it: one-line errors, and a run from end to end.
@Suite struct CommandLineTests {
  private typealias Failure = Program.Failure

  /// Calls `body` with a folder of a good level and broken files.
  static func inFolder(_ body: (URL) throws -> Void) throws {
    try Program.inFolder { folder in
      let head = #"{"format":"playtest-level","version":1,"game":"bubble-blast","name":"#
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try Program.write(
        head + #""Bad","shotz":3,"rows":1000000000,"grid":["RRRR"]}"#, to: "bad.json", in: folder)
      try Program.write(
        #"{"format": "playtest-level", "version": 1"#, to: "cut.json", in: folder)
      try Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]).write(to: folder.appending(path: "bytes.json"))
      try Program.write("local x = = 1", to: "syntax.lua", in: folder)
      try Program.write("return 7", to: "number.lua", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nagentz: [casual]\n", to: "bad.yml", in: folder)
      try Program.write(
        """
        level: good.json
        scripts: none
        parameters: [{path: shots, int: [6, 20]}]
        targets: [{metric: pass_rate, agent: casual, aim: 0.5, tolerance: 0.1}]

        """, to: "t.yml", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nscripts: none\ngates: [{require: pass_rate(casual) >= 0}]\n",
        to: "none.yml", in: folder)
      try Program.write("from playtest_engine import serve\n", to: "run.py", in: folder)
      try Program.write("SQLite format 3\0", to: "run.sqlite", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nagents:\n  - random\n  - random\n", to: "twice.yml",
        in: folder)
      for (file, agent, gate) in [
        ("gate.yml", "casual", "nobody"), ("agent.yml", "nobody", "casual"),
      ] {
        try Program.write(
          "name: s\nlevels: [good.json]\nagents:\n  - \(agent)\ngates:\n"
            + "  - {require: pass_rate(\(gate)) >= 0}\n", to: file, in: folder)
      }
      try Program.write(
        "name: s\nlevels:\n  - good.json\n  - nothing.json\n  - builtin:none/such\n  - bad.json\n"
          + "  - good.json\ngates: [{require: pass_rate(casual) >= 0}]\n", to: "levels.yml",
        in: folder)
      try Program.write(
        "name: s\nlevels:\n  - good.json\n  - builtin:none/such\n", to: "game.yml", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nwith:\n  shots: -2\n", to: "with.yml", in: folder)
      try Program.write(
        "name: s\nlevels: [good.json]\nwith:\n  rules:\n    no_such: 1\n", to: "rules.yml",
        in: folder)
      try body(folder)
    }
  }

  private static let cases = [
    Failure(
      65, "playtest run bad.json",
      "bad.json:1: $.rows: expected a whole number from 9 to 64, found 1000000000",
      "bad.json:1: $.shotz: unknown field 'shotz'; did you mean 'shots'?"),
    Failure(
      65, "playtest run cut.json",
      "cut.json:1: $: column 42: the text ends inside an object that began at line 1"),
    Failure(65, "playtest run bytes.json", "bytes.json:1: $: column 3: the byte 0xff is not UTF-8"),
    Failure(66, "playtest run nothing.json", "nothing.json: no such file"),
    Failure(
      64, "playtest level new A --game tens",
      "unknown game 'tens'; did you mean 'cards', whose levels may name the script 'tens'? known: "
        + "bubble-blast, "),
    Failure(64, "playtest list players", "unknown list 'players'; did you mean 'agents'?"),
    Failure(
      65, "playtest run twice.yml",
      "twice.yml:5: $.agents[1]: agent 'random' is named twice, first in line 4; name it once"),
    Failure(65, "playtest check gate.yml", "gate.yml:6: unknown agent 'nobody'"),
    // `check` does not play it, and `run` would refuse it.
    Failure(65, "playtest check agent.yml", "agent.yml:4: unknown agent 'nobody'"),
    Failure(65, "playtest run agent.yml", "agent.yml:4: unknown agent 'nobody'"),
    Failure(
      66, "playtest run levels.yml", "levels.yml:4: $.levels[1]: nothing.json: no such file",
      "levels.yml:5: $.levels[2]: builtin:none/such: ", "bad.json:1: $.rows: ",
      "bad.json:1: $.shotz: ",
      "levels.yml:7: $.levels[4]: good.json: this level is named twice; name it once"),
    Failure(
      66, "playtest check levels.yml", "levels.yml:4: $.levels[1]: nothing.json: no such file",
      "levels.yml:5: $.levels[2]: builtin:none/such: ", "bad.json:1: $.rows: ",
      "bad.json:1: $.shotz: ",
      "levels.yml:7: $.levels[4]: good.json: this level is named twice; name it once"),
    Failure(64, "playtest run good.json --study --shard 1/2", "--study needs the whole run; join"),
    Failure(
      64, "playtest report r --explain-games 20", "--explain-games and --jobs need --explain;"),
    Failure(64, "playtest level order . --force", "--force needs --write; add it"),
    Failure(65, "playtest level order good.json", "good.json: this is a file; name its folder"),
    Failure(65, "playtest run game.yml", "game.yml:4: $.levels[1]: builtin:none/such: "),
    Failure(
      64, "playtest run good.json --agents random,random",
      "agent 'random' is named twice; name it once"),
    Failure(
      65, "playtest run with.yml",
      "with.yml:4: $.with.shots: expected a whole number from 1 to 100000, found -2 (in good.json)"),
    Failure(
      65, "playtest run rules.yml", "rules.yml:5: $.with.rules.no_such: unknown rule 'no_such'"),
    Failure(
      66, "playtest level show 'crate yard'",
      "crate yard: no such file; the level of that name is builtin:bubble-blast/07-crate-yard"),
    Failure(
      66, "playtest play 'Crate Yrad'",
      "Crate Yrad: no such file; did you mean builtin:bubble-blast/07-crate-yard?"),
    Failure(
      66, "playtest run bubbleblast", "bubbleblast: no such file; did you mean bubble-blast?"),
    Failure(66, "playtest level show good", "good: no such file; did you mean good.json?"),
    // Paths that are right in a clone, where there is none.
    Failure(66, "playtest run levels/peggle", "levels/peggle: no such file; did you mean peggle?"),
    Failure(
      66, "playtest play ./levels/peggle/02-quarry.json",
      "./levels/peggle/02-quarry.json: no such file; did you mean builtin:peggle/02-quarry?"),
    Failure(
      66, "playtest level show set/01-official",
      "set/01-official: no such file; did you mean builtin:set/01-official?"),
    Failure(
      64, "playtest level new A --generator stripes:color=3",
      "--set color=3: unknown parameter 'color'; did you mean 'colours'?"),
    Failure(
      66, "playtest level edit 'Crate Yard' set shots=9",
      "Crate Yard: no such file; the level of that name is builtin:bubble-blast/07-crate-yard"),
    // What was meant is clear.
    Failure(
      66, "playtest level show 07-crate-yard",
      "07-crate-yard: no such file; did you mean builtin:bubble-blast/07-crate-yard?"),
    Failure(
      66, "playtest run builtin:bubble-blast/07-crate-yard.json",
      "builtin:bubble-blast/07-crate-yard.json: no such file; did you mean "
        + "builtin:bubble-blast/07-crate-yard?"),
    Failure(
      66, "playtest run good.json casual",
      "casual: no such file; this is a player; name players with --agents casual"),
    Failure(
      64, "playtest list rules",
      "list rules: name a game: bubble-blast, peggle, bubble-pop, set, playing-cards, cards, "),
    Failure(
      66, "playtest script test 'scripts/*/*.none.test.json'",
      "scripts/*/*.none.test.json: no file has such a name"),
    // Files of another kind.
    Failure(
      65, "playtest run scripts/bubbles/crate.lua",
      "scripts/bubbles/crate.lua: this is a Lua script, not a level; check it with "
        + "`playtest script check scripts/bubbles/crate.lua`"),
    Failure(
      65, "cp bad.yml s.txt; playtest run s.txt; code=$?; rm s.txt; exit $code",
      "s.txt: this is a suite, not a level; rename it, so that it ends in .yml"),
    Failure(
      65, "playtest run t.yml",
      "t.yml: this is a tune file, not a suite; use `playtest tune t.yml`"),
    Failure(
      65, "playtest check t.yml",
      "t.yml: this is a tune file, not a suite; use `playtest tune t.yml`"),
    Failure(
      65, "playtest check good.json",
      "good.json: this is a level, not a suite; a suite lists it under `levels:`"),
    Failure(
      65, "playtest tune bad.yml",
      "bad.yml: this is a suite, not a tune file; play it with `playtest run bad.yml`"),
    Failure(
      65, "playtest engine check run.py",
      "run.py: this is a Python program, not an engine's file; name the file in engines/ that "
        + "starts it"),
    Failure(
      65, "playtest replay run.sqlite",
      "run.sqlite: this is a run's store, not a game record; name the run's folder, ."),
    // Files that name a folder.
    Failure(
      66, "playtest tune t.yml --quiet",
      "t.yml:2: $.scripts: there is no folder \"none\"; leave the line out, or create the folder"),
    Failure(
      66, "playtest run none.yml",
      "none.yml:3: $.scripts: there is no folder \"none\"; leave the line out, or create the "
        + "folder"),
    Failure(
      66, "playtest check none.yml",
      "none.yml:3: $.scripts: there is no folder \"none\"; leave the line out, or create the "
        + "folder"),
    Failure(65, "playtest run good.json good.json", "good.json: this level is named twice"),
    Failure(65, "playtest run bad.yml good.json", "bad.yml: a suite is run alone"),
    Failure(
      65, "playtest replay good.json",
      "good.json: this is a level, not a game record; play it with `playtest run good.json`"),
    Failure(66, "playtest level delete Good --levels none", "none: no such folder"),
    Failure(
      64, "playtest level new ''",
      "argument 3 is empty; leave it out, or write what it is; see playtest level new --help"),
    Failure(
      65, "playtest script check ./", "./: this is a folder; name files, such as ./*.lua"),
    Failure(
      65, "playtest script check scripts/",
      "scripts/: this is a folder; name files, such as scripts/*/*.lua"),
    Failure(
      65, "playtest studio good.json",
      "good.json: this is a file; name its folder: playtest studio ."),
    Failure(
      66, "playtest script test good.json", "good.json: this is not a file of examples; name NAME"),
    Failure(
      64, "playtest run good.json --agents causal", "unknown agent 'causal'; did you mean 'casual'?"
    ),
    Failure(
      64, "playtest run good.json --agents casual:aim=900",
      "agent 'casual:aim=900': 'aim' must be from 0 to 90"),
    Failure(
      66, "playtest run good.json --agents nothing.lua", "nothing.lua: no such file"),
    Failure(
      65, "playtest run good.json --agents syntax.lua", "syntax.lua:1: unexpected symbol near '='"),
    Failure(65, "playtest run good.json --agents number.lua", "number.lua"),
    Failure(
      65, "playtest run bad.yml",
      "bad.yml:3: $.agentz: unknown field 'agentz'; did you mean 'agents'?"),
    Failure(
      64, "playtest bench --filter nothing", "--filter: no benchmark's name contains 'nothing'"),
    Failure(73, "playtest run good.json --out /proc/none/here", "/proc/none/here: cannot write: "),
    Failure(64, "playtest run", "name a suite file, levels or folders of levels to play"),
    Failure(64, "playtest frobnicate", ""),
    Failure(66, "playtest report .", ".: no run.json found"),
    Failure(
      64, "playtest level edit good.json fil 0,0=red",
      "good.json: unknown operation 'fil'; did you mean 'fill'?"),
  ]

  @Test(arguments: cases)
  func saysWhatIsWrong(_ failure: Program.Failure) throws {
    try Self.inFolder { folder in
      let before = try Program.files(in: folder)
      try failure.check(in: folder)
      // Nothing half-written.
      #expect(try Program.files(in: folder) == before)
    }
  }

  @Test func aRunReportsAndReplays() throws {
    try Self.inFolder { folder in
      let run = try Program.run(
        ["run", "good.json", "--games", "20", "--out", "r", "--quiet", "--json"], in: folder)
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.hasPrefix(#"{"format":"playtest-summary","version":1,"seed":1,"#))
      #expect(
        try Program.files(in: folder.appending(path: "r")) == [
          "report.html", "report.md", "results.sqlite", "run.json", "summary.json", "timing.json",
        ])
      let again = try Program.run(["run", "good.json", "--out", "r"], in: folder)
      #expect(again.code == 73)
      let which = ["replay", "r", "--level", "Good", "--agent", "casual", "--index", "3"]
      let verified = try Program.run(which + ["--verify"], in: folder)
      #expect(verified.code == 0, "\(verified.errors)")
      let trace = try Program.run(which + ["--trace"], in: folder)
      #expect(trace.output.hasPrefix(#"{"turn":0,"move":null,"events":["#))
      // The only level need not be named, and the first game is meant; of several agents one is.
      let first = try Program.run(["replay", "r", "--agent", "casual", "--record"], in: folder)
      #expect(first.code == 0 && first.output.contains(#""index": 0"#), "\(first.errors)")
      try Program.Failure(
        64, "playtest replay r", "r: name one of its 3 with --agent: novice, casual, skilled"
      ).check(in: folder)
      // A record of its own verifies as well, and one that was changed does not.
      let record = try Program.run(which + ["--record"], in: folder).output
      let verifying = ["replay", "game.json", "--verify"]
      try Program.write(record, to: "game.json", in: folder)
      #expect(try Program.run(verifying, in: folder).code == 0)
      let changed = record.replacingOccurrences(of: #""score": "#, with: #""score": 1"#)
      try Program.write(changed, to: "game.json", in: folder)
      #expect(try Program.run(verifying, in: folder).code == 1)
    }
  }

  /// A peggle level from its making to its picture.
  @Test func peggleLevelsAreMadeEditedAndShown() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("pegs/orange.lua", #"return { name = "orange", glyph = "o" }"#),
      ("modes/classic.lua", #"return { name = "classic", is_won = function() end }"#),
    ] {
      let file = folder.appending(path: "scripts/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func run(_ words: String) throws -> Program.Result {
      try Program.run(words.split(separator: " ").map(String.init), in: folder)
    }
    #expect(try run("level new Pegs --game peggle --out p.json").code == 0)
    let unfinished = try run("level validate p.json")
    #expect(unfinished.code == 65)
    #expect(
      unfinished.errors.hasPrefix("playtest: p.json:1: $: the mode classic needs an orange peg"))
    let edited = try run(
      "level edit p.json add peg:orange 100,200 resize selected 30 add block 300,300 "
        + "rotate 1 45deg set balls=12 status")
    #expect(edited.code == 0, "\(edited.errors)")
    #expect(edited.output.contains("object 0: orange peg at 100,200, radius 30\n"))
    #expect(edited.output.contains("\nsaved p.json\n      0        100"))
    #expect(try run("level validate p.json").output == "ok: 1 level\n")
    let before = try Data(contentsOf: folder.appending(path: "p.json"))
    let refused = try run("level edit p.json move 1 500,500 move 1 101,200")
    #expect(refused.code == 65)
    #expect(refused.errors.hasPrefix("playtest: p.json: block would overlap object 0"))
    // The first operation is printed as done.
    #expect(refused.errors.hasSuffix("; nothing was saved\n"), "\(refused.errors)")
    // Saved whole or not at all.
    #expect(try Data(contentsOf: folder.appending(path: "p.json")) == before)
    #expect(try run("level show p.json").output.contains("o orange 1, # block 1"))
    #expect(try run("level list --levels .").output.contains("Pegs  peggle"))
    let scaled = try run("level convert p.json --to json --size 1600x1200")
    #expect(scaled.output.contains(#""x": 200, "y": 400, "radius": 60}"#), "\(scaled.output)")
    #expect(try run("level convert p.json --to frozen-bubble").code == 65)
    #expect(try run("level delete --all --levels .").output == "deleted 1 level\n")
    #expect(try run("level delete --all").code == 64)
  }
}
