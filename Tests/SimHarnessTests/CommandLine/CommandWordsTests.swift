import Foundation
import Testing

@testable import PlaytestCommands

@Suite struct CommandWordsTests {
  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }

  @Test(arguments: [
    ("run a.json", "playtest run", "run a.json"),
    (
      "level edit a.json rotate 1 -45deg", "playtest level edit",
      "level edit a.json rotate 1 -45deg"
    ),
    ("help level edit", "playtest level edit", "help level edit"),
    ("--help", "playtest", "--help"),
    ("compare a b --tolerance -1", "playtest compare", "compare a b --tolerance=-1"),
    ("run a --x -.5 -q", "playtest run", "run a --x=-.5 -q"),
    ("run a --x=1 -5", "playtest run", "run a --x=1 -5"),
    (
      "run a --agents novice, casual , skilled", "playtest run",
      "run a --agents novice,casual,skilled"
    ),
    ("run a --agents=novice, casual --json", "playtest run", "run a --agents=novice,casual --json"),
    ("run a --agents novice, --json", "playtest run", "run a --agents novice, --json"),
    ("run a -- --x -5", "playtest run", "run a -- --x -5"),
    ("run a, b", "playtest run", "run a, b"),
    ("report a --title Hello, b", "playtest report", "report a --title Hello, b"),
    ("run a --print bomb, ice --games 5", "playtest run", "run a --print bomb,ice --games 5"),
  ])
  func areReadAsTheyAreMeant(_ line: String, _ command: String, _ meant: String) throws {
    let found = try CommandWords(Self.words(line))
    #expect(found.command == command)
    #expect(found.words.joined(separator: " ") == meant)
  }

  @Test(arguments: [
    (
      "rnu a", "unknown command 'rnu'; did you mean 'playtest run'? known: run, play, ",
      "playtest --help"
    ),
    (
      "level shwo", "unknown command 'shwo'; did you mean 'playtest level show'? known: show, ",
      "playtest level --help"
    ),
    (
      "edit a", "unknown command 'edit'; did you mean 'playtest level edit'? known: ",
      "playtest --help"
    ),
    // The subcommand of that name comes before a command with a similar one.
    (
      "validate a", "unknown command 'validate'; did you mean 'playtest level validate'? known: ",
      "playtest --help"
    ),
    (
      "valdate a", "unknown command 'valdate'; did you mean 'playtest level validate'? known: ",
      "playtest --help"
    ),
    (
      "help scirpt", "unknown command 'scirpt'; did you mean 'playtest script'? known: ",
      "playtest --help"
    ),
    ("frobnicate", "unknown command 'frobnicate'; known: run, ", "playtest --help"),
  ])
  func anUnknownCommandHasASuggestion(_ line: String, _ start: String, _ help: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try CommandWords(Self.words(line)) }
    #expect(failure?.code == .usage)
    #expect(failure?.lines.first?.hasPrefix(start) == true, "\(failure?.lines ?? [])")
    #expect(failure?.lines.first?.hasSuffix("; see \(help)") == true)
  }

  @Test func aListMayHaveSpaces() {
    #expect(CommandWords.list(" novice , casual,, skilled ") == ["novice", "casual", "skilled"])
  }

  /// Through the program, each from the words of a shell to the complaint.
  @Test(arguments: [
    Program.Failure(
      64, "playtest run --gaems 3 a.json",
      "unknown option '--gaems'; did you mean '--games'? see playtest run --help"),
    // The argument parser would take these for -h and print help.
    Program.Failure(
      64, "playtest run good.json --games 3 -shard 1/2",
      "unknown option '-shard'; did you mean '--shard'? see playtest run --help"),
    Program.Failure(
      64, "playtest run good.json -games=3",
      "unknown option '-games'; did you mean '--games'? see playtest run --help"),
    Program.Failure(
      64, "playtest check g.yml -watch",
      "unknown option '-watch'; if it is a file, write './-watch'; see playtest check --help"),
    Program.Failure(
      64, "playtest compare a b -hello",
      "unknown option '-hello'; if it is a file, write './-hello'; see playtest compare --help"),
    Program.Failure(
      64, "playtest level edit good.json -quiet",
      "unknown option '-quiet'; did you mean '--quiet'? see playtest level edit --help"),
    Program.Failure(
      64, "playtest run -dash.json",
      "unknown option '-dash.json'; if it is a file, write './-dash.json'; see playtest run --help"),
    Program.Failure(
      64, "playtest run good.json --out -dash",
      "unknown option '-dash'; if it is the value of --out, write '--out=-dash'; see playtest run --help"
    ),
    Program.Failure(
      64, "playtest report r --format ''",
      "--format is empty; give it a value, or leave it out; see playtest report --help"),
    Program.Failure(
      64, "playtest report r --format ,",
      "--format is empty; give it a value, or leave it out; see playtest report --help"),
    Program.Failure(
      64, "playtest run good.json --agents=', ,'",
      "--agents is empty; give it a value, or leave it out; see playtest run --help"),
    Program.Failure(
      64, "playtest run good.json --out ''",
      "--out is empty; give it a value, or leave it out; see playtest run --help"),
    Program.Failure(
      64, "playtest level convert good.json --to json --out=",
      "--out is empty; give it a value, or leave it out; see playtest level convert --help"),
    Program.Failure(
      64, "playtest run ''",
      "argument 2 is empty; leave it out, or write what it is; see playtest run --help"),
    Program.Failure(
      64, "playtest run $'bad\\xff.json'",
      "argument 2 is not valid UTF-8; if it is a file, rename it, or name its folder"),
    Program.Failure(
      64, "playtest run good.json --out $'b\\xff'",
      "argument 4 is not valid UTF-8; if it is a file, rename it, or name its folder"),
    Program.Failure(
      64, "playtest run --games 99999999999999999999 a.json",
      "--games must be a whole number of at most 9223372036854775807, not '99999999999999999999'; see"
    ),
    Program.Failure(
      64, "playtest replay r --index x",
      "--index must be a whole number, not 'x'; see playtest replay --help"),
    Program.Failure(
      64, "playtest run --games x a.json",
      "--games must be a whole number, not 'x'; see playtest run --help"),
    Program.Failure(
      64, "playtest run --games ' 5' a.json",
      "--games must be a whole number, not ' 5'; see playtest run --help"),
    Program.Failure(
      64, "playtest run --games -3 a.json",
      "--games must be 1 to 1000000000; see playtest run --help"),
    Program.Failure(
      64, "playtest run --seed -3 a.json",
      "--seed must be a whole number from 0 to 18446744073709551615, not '-3'; see playtest run --help"
    ),
    Program.Failure(
      64, "playtest run --seed 1e18 a.json",
      "--seed must be a whole number from 0 to 18446744073709551615, not '1e18'; see"),
    Program.Failure(
      64, "playtest population r --skill 0x10",
      "--skill must be a decimal number, not '0x10'; see playtest population --help"),
    Program.Failure(
      64, "playtest study r --minutes 0x10", "--minutes must be a decimal number, not '0x10'; see"),
    Program.Failure(
      64, "playtest run a.json --precision 0x1p-6",
      "--precision must be a decimal number, not '0x1p-6'; see"),
    Program.Failure(
      64, "playtest play a.json --time inf", "--time must be a decimal number, not 'inf'; see"),
    Program.Failure(
      64, "playtest explain r --band 0x0p0...0x1p-1", "--band must be two rates, the lower first"),
    Program.Failure(
      64, "playtest explain r --band 1...1",
      "--band must be two rates, the lower first, such as 0.4...0.6; see playtest explain --help"),
    Program.Failure(
      64, "playtest run good.json --agents greedy@shaky:share=0x1p-3",
      "agent 'greedy@shaky:share=0x1p-3': 'share=0x1p-3' is not a parameter; write NAME:key=number"),
    Program.Failure(
      64, "playtest tune good.json --vary shots=25...25 --aim 'pass_rate(casual) in 0.4...0.6'",
      "--vary \"shots=25...25\": the minimum and the maximum are the same, so nothing can change;"),
    Program.Failure(
      64, "playtest tune good.json --vary shots=40...25 --aim 'pass_rate(casual) in 0.4...0.6'",
      "--vary \"shots=40...25\": the first number is the minimum; swap the two"),
    Program.Failure(
      64, "playtest run --out", "--out needs a value: --out <dir>; see playtest run --help"),
    Program.Failure(
      64, "playtest run --json=3 a.json",
      "--json takes no value; leave it out; see playtest run --help"),
    Program.Failure(64, "playtest level edit", "<file> is missing; see playtest level edit --help"),
    Program.Failure(
      64, "playtest level sheet a", "--out <file> is missing; see playtest level sheet --help"),
    Program.Failure(
      64, "playtest compare a b c",
      "unexpected argument 'c'; leave it out: playtest compare takes <base> <new>; see"),
    Program.Failure(
      64, "playtest list rules set more",
      "unexpected argument 'more'; leave it out: playtest list takes <what> [<game>]; see"),
    Program.Failure(
      64, "playtest bench all",
      "unexpected argument 'all'; leave it out: playtest bench takes options only; see"),
    Program.Failure(
      64, "playtest compare a b --fail-on wrose",
      "--fail-on: unknown value 'wrose'; did you mean 'worse'? known: moved, worse, better, never; see playtest compare --help"
    ),
    Program.Failure(64, "playtest compare a b --tolerance -1", "--tolerance must be "),
    Program.Failure(
      64, "playtest level edit good.json fill -1,3=red", "good.json: cannot read 'fill -1,3=red'"),
    Program.Failure(
      64, "playtest run good.json --agents novice, causal",
      "unknown agent 'causal'; did you mean 'casual'?"),
  ])
  func theProgramSaysWhatIsWrong(_ failure: Program.Failure) throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      try failure.check(in: folder)
    }
  }

  /// What the advice about a name that begins with a dash says works.
  @Test func aFileWhoseNameBeginsWithADashIsPlayed() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "-dash.json", in: folder)
      for file in ["./-dash.json", "-- -dash.json"] {
        let run = try Program.shell(
          "playtest run --games 2 --agents random --quiet --force --out=-r \(file)", in: folder)
        #expect(run.code == 0, "\(run.errors)")
      }
      #expect(try Program.files(in: folder).contains("-r/summary.json"))
    }
  }

  /// The options of the parser itself are suggested as well, and an unknown option is named before
  /// whatever else is wrong.
  @Test(arguments: [
    ("--hlep", "playtest", "--help"), ("--verison", "playtest", "--version"),
    ("run --hlep", "playtest run", "--help"), ("run --wach", "playtest run", "--watch"),
    ("run a --shard x --gmes=3", "playtest run", "--games"),
    ("tune --evalute", "playtest tune", "--evaluate"), ("level --hlep", "playtest level", "--help"),
    ("level edit a.json --undoo", "playtest level edit", "--undo"),
    ("level edit --rdo", "playtest level edit", "--redo"),
    ("compare a --fail-onn", "playtest compare", "--fail-on"),
    ("play --plyer", "playtest play", "--player"),
    ("new --gaem", "playtest new", "--game"), ("list --jsno", "playtest list", "--json"),
  ])
  func anUnknownOptionHasASuggestion(_ line: String, _ command: String, _ option: String) throws {
    let words = Self.words(line)
    let word = try #require(words.first { $0.hasPrefix("--") && !$0.contains("shard") })
    let name = word.prefix { $0 != "=" }
    let result = try Program.run(words, in: FileManager.default.temporaryDirectory)
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(
      result.errors
        == "playtest: unknown option '\(name)'; did you mean '\(option)'? see \(command) --help\n")
  }

  /// Every command knows its options, and those that the parser takes itself.
  @Test(arguments: Program.commands)
  func everyCommandKnowsItsOptions(_ command: Program.Command) throws {
    let plain = try CommandWords(command.words + ["--", "--nonsense"])
    #expect(plain.unknownOption == nil)
    let known = ["--help", "--version", "--help-hidden", "--generate-completion-script"]
    #expect(try CommandWords(command.words + known).unknownOption == nil)
    let wrong = try CommandWords(command.words + ["--help", "--hlep=3", "--nonsense"])
    #expect(wrong.unknownOption == "unknown option '--hlep'; did you mean '--help'?")
    let far = try CommandWords(command.words + ["--zzzzzz"])
    #expect(far.unknownOption == "unknown option '--zzzzzz'")
  }

  @Test(arguments: [
    Program.Failure(
      64, "playtest list",
      "<what> is missing; name one of games, levels, agents, bubbles, generators, pegs, modes, "
        + "masters, pops, spawners, cards, metrics, features, rules, observation;"
        + " see playtest list --help"),
    Program.Failure(
      64, "playtest new",
      "<kind> is missing; name one of bubble, agent, generator, peg, mode, master, pop, spawner, "
        + "cards, game; see playtest new --help"),
    Program.Failure(64, "playtest new bubble", "<name> is missing; see playtest new --help"),
  ])
  func aMissingWordHasItsChoices(_ failure: Program.Failure) throws {
    try Program.inFolder { try failure.check(in: $0) }
  }

  @Test func listsWithSpacesAreTaken() throws {
    try Program.inFolder { folder in
      try Program.write(Program.goodLevel, to: "good.json", in: folder)
      for agents in ["novice, casual", "novice,casual"] {
        let run = try Program.run(
          ["run", "good.json", "--games", "2", "--force", "--out", "r", "--agents", agents],
          in: folder)
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.output.contains("level  novice"), "\(run.output)")
      }
    }
  }
}
