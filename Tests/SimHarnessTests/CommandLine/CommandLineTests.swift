import Foundation
import Testing

@testable import SimHarness

/// The program as a user meets it: exit codes and one-line errors.
@Suite struct CommandLineTests {
  /// What a command printed and how it ended.
  struct Result {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs the program beside the tests in a folder of its own.
  static func run(_ arguments: [String], in folder: URL) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "playtest")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complained = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      code: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: complained, as: UTF8.self))
  }

  /// A folder with a good level, broken files and the project's scripts.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "scripts"),
      withDestinationURL: Oracle.root.appending(path: "scripts"))
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let head = #"{"format":"playtest-level","version":1,"game":"bubble-blast","name":"#
    try write(head + #""Good","shots":12,"grid":["RRBB........","RRB........"]}"#, "good.json")
    try write(head + #""Bad","shotz":3,"rows":1000000000,"grid":["RRRR"]}"#, "bad.json")
    try write(#"{"format": "playtest-level", "version": 1"#, "cut.json")
    try Data([0x7B, 0x22, 0xFF, 0x22, 0x7D]).write(to: folder.appending(path: "bytes.json"))
    try write("local x = = 1", "syntax.lua")
    try write("return 7", "number.lua")
    try write("name: s\nlevels: [good.json]\nagentz: [casual]\n", "bad.yml")
    return folder
  }

  struct Case: CustomTestStringConvertible {
    let arguments: String
    let code: Int32
    /// The lines on stderr, or how they begin.
    let errors: [String]
    var testDescription: String { arguments }
  }

  static let cases = [
    Case(
      arguments: "run bad.json", code: 65,
      errors: [
        "playtest: bad.json:1: $.rows: expected a whole number from 9 to 64, found 1000000000",
        "playtest: bad.json:1: $.shotz: unknown field 'shotz'; did you mean 'shots'?",
      ]),
    Case(
      arguments: "run cut.json", code: 65,
      errors: [
        "playtest: cut.json:1: $: column 42: the text ends inside an object that began at line 1"
      ]),
    Case(
      arguments: "run bytes.json", code: 65,
      errors: ["playtest: bytes.json:1: $: column 3: the byte 0xff is not UTF-8"]),
    Case(
      arguments: "run nothing.json", code: 66,
      errors: ["playtest: nothing.json: there is no such file"]),
    Case(
      arguments: "run good.json good.json", code: 65,
      errors: ["playtest: good.json: the name 'Good' is also that of good.json"]),
    Case(
      arguments: "run good.json --agents causal", code: 64,
      errors: ["playtest: unknown agent 'causal'; did you mean 'casual'?"]),
    Case(
      arguments: "run good.json --agents casual:aim=900", code: 64,
      errors: ["playtest: agent 'casual:aim=900': 'aim' must be from 0.0 to 90.0"]),
    Case(
      arguments: "run good.json --agents nothing.lua", code: 66,
      errors: ["playtest: nothing.lua: there is no such file"]),
    Case(
      arguments: "run good.json --agents syntax.lua", code: 65,
      errors: ["playtest: syntax.lua:1: unexpected symbol near '='"]),
    Case(
      arguments: "run good.json --agents number.lua", code: 65, errors: ["playtest: number.lua"]),
    Case(
      arguments: "run bad.yml", code: 65,
      errors: ["playtest: bad.yml:3: $.agentz: unknown field 'agentz'; did you mean 'agents'?"]),
    Case(
      arguments: "run good.json --out /proc/none/here", code: 73,
      errors: ["playtest: /proc/none/here: cannot write: "]),
    Case(
      arguments: "run", code: 64,
      errors: ["playtest: name a suite file, levels or folders of levels to play"]),
    Case(arguments: "frobnicate", code: 64, errors: ["playtest: "]),
    Case(
      arguments: "report .", code: 66, errors: ["playtest: .: there is no run.json here"]),
    Case(
      arguments: "level edit good.json fil 0,0=red", code: 64,
      errors: ["playtest: good.json: unknown operation 'fil'; did you mean 'fill'?"]),
  ]

  @Test(arguments: cases)
  func saysWhatIsWrong(_ item: Case) throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    let result = try Self.run(item.arguments.split(separator: " ").map(String.init), in: folder)
    #expect(result.code == item.code)
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == item.errors.count, "\(result.errors)")
    for (line, expected) in zip(lines, item.errors) {
      #expect(line.hasPrefix(expected), "\(line)")
    }
    #expect(result.output.isEmpty)
    // Nothing half-written.
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test func aRunReportsAndReplays() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Self.run(
      ["run", "good.json", "--games", "20", "--out", "r", "--quiet", "--json"], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.hasPrefix(#"{"format":"playtest-summary","version":1,"seed":1,"#))
    let written = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "r").path
    ).sorted()
    #expect(
      written == [
        "report.html", "report.md", "results.sqlite", "run.json", "summary.json", "timing.json",
      ])
    let again = try Self.run(["run", "good.json", "--out", "r"], in: folder)
    #expect(again.code == 73)
    let which = ["replay", "r", "--level", "Good", "--agent", "casual", "--index", "3"]
    let verified = try Self.run(which + ["--verify"], in: folder)
    #expect(verified.code == 0, "\(verified.errors)")
    let trace = try Self.run(which + ["--trace"], in: folder)
    #expect(trace.output.hasPrefix(#"{"turn":0,"move":null,"events":["#))
    // A record of its own verifies as well, and one that was changed does not.
    let record = try Self.run(which + ["--record"], in: folder)
    let file = folder.appending(path: "game.json")
    try Data(record.output.utf8).write(to: file)
    #expect(try Self.run(["replay", "game.json", "--verify"], in: folder).code == 0)
    let changed = record.output.replacingOccurrences(of: #""score": "#, with: #""score": 1"#)
    try Data(changed.utf8).write(to: file)
    #expect(try Self.run(["replay", "game.json", "--verify"], in: folder).code == 1)
  }

  /// A peggle level from its making to its picture.
  @Test func peggleLevelsAreMadeEditedAndShown() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "playtest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in [
      ("pegs/orange.lua", #"return { name = "orange", glyph = "o" }"#),
      ("modes/classic.lua", #"return { name = "classic" }"#),
    ] {
      let file = folder.appending(path: "scripts/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    func run(_ words: String) throws -> Result {
      try Self.run(words.split(separator: " ").map(String.init), in: folder)
    }
    #expect(try run("level new Pegs --game peggle --out p.json").code == 0)
    let unfinished = try run("level validate p.json")
    #expect(unfinished.code == 65)
    #expect(
      unfinished.errors.hasPrefix("playtest: p.json: the mode classic needs an orange peg"))
    let edited = try run(
      "level edit p.json add peg:orange 100,200 resize selected 30 add block 300,300 "
        + "rotate 1 45deg set balls=12 status")
    #expect(edited.code == 0, "\(edited.errors)")
    #expect(edited.output.contains("object 0: orange peg at 100,200, radius 30\n"))
    #expect(edited.output.hasSuffix("saved p.json\n"))
    #expect(try run("level validate p.json").output == "ok: 1 level(s)\n")
    let before = try Data(contentsOf: folder.appending(path: "p.json"))
    let refused = try run("level edit p.json move 1 500,500 move 1 101,200")
    #expect(refused.code == 65)
    #expect(refused.errors.hasPrefix("playtest: p.json: block would overlap object 0"))
    // Saved whole or not at all.
    #expect(try Data(contentsOf: folder.appending(path: "p.json")) == before)
    #expect(try run("level show p.json").output.contains("o orange 1, # block 1"))
    #expect(try run("level list --levels .").output.contains("Pegs  peggle"))
    let scaled = try run("level convert p.json --to json --size 1600x1200")
    #expect(scaled.output.contains(#""x": 200, "y": 400, "radius": 60}"#), "\(scaled.output)")
    #expect(try run("level convert p.json --to frozen-bubble").code == 65)
    #expect(try run("level delete --all --levels .").output == "deleted 1 level(s)\n")
    #expect(try run("level delete --all").code == 64)
  }

  /// Every command has help with an example.
  @Test(arguments: [
    ["run"], ["report"], ["replay"], ["level"], ["level", "show"], ["level", "edit"],
    ["level", "new"], ["level", "import"], ["level", "convert"], ["level", "validate"],
    ["level", "list"], ["level", "delete"], ["level", "schema"], ["script"], ["new"], ["list"],
    ["bench"],
  ])
  func helpShowsExamples(_ command: [String]) throws {
    let help = try Self.run(command + ["--help"], in: FileManager.default.temporaryDirectory)
    #expect(help.code == 0)
    #expect(help.output.contains("Example"), "\(command)")
    #expect(help.output.contains("playtest \(command.joined(separator: " "))"))
  }
}
