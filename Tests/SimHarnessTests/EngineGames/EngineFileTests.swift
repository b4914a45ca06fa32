import Foundation
import TestSupport
import Testing

@testable import EngineGames
@testable import SimHarness

/// What is read of engines' files, and what of them is refused.
@Suite struct EngineFileTests {
  @Test func everythingIsRead() throws {
    try SmallRuns.inFolder { path in
      try FileManager.default.createDirectory(
        atPath: "\(path)/engines", withIntermediateDirectories: true)
      try """
      {"format": "playtest-engine", "version": 1, "name": "dungeon",
       "command": ["dotnet", "bin/Dungeon.dll", "--playtest"],
       "files": ["bin/Dungeon.dll"], "environment": {"DOTNET_gcServer": "0"},
       "start": 10, "answer": 2.5, "memory": "2 GiB"}
      """.write(toFile: "\(path)/engines/dungeon.json", atomically: false, encoding: .utf8)
      let file = try EngineFile(reading: "\(path)/engines/dungeon.json")
      #expect(file.name == "dungeon" && file.folder == path)
      #expect(file.program == .command(["dotnet", "bin/Dungeon.dll", "--playtest"]))
      #expect(file.files == ["bin/Dungeon.dll"])
      #expect(file.environment.map { "\($0.name)=\($0.value)" } == ["DOTNET_gcServer=0"])
      #expect(file.start == 10 && file.answer == 2.5 && file.memory == 2 << 30)
    }
  }

  /// What lies in the place of an engine's file, or of a file of its build.
  @Test func aPathThatIsNotAFileIsReported() throws {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/engines/e.json"
    func problem() -> String {
      do {
        let file = try EngineFile(reading: path)
        _ = try EngineFolder.source(of: file)
        return ""
      } catch let error as FileIssues {
        return error.lines.joined()
      } catch {
        return "\(error)"
      }
    }
    try OddFiles.pipe(at: path)
    #expect(problem().contains("this is a pipe, not a file"))
    try FileManager.default.removeItem(atPath: path)
    try OddFiles.sparse(at: path)
    #expect(problem().contains("the file has more than 1 MiB"))
    try folder.write(
      #"""
      {"format": "playtest-engine", "version": 1, "name": "e", "command": ["true"],
       "files": ["part"]}
      """#, to: "engines/e.json")
    try OddFiles.pipe(at: "\(folder.path)/part")
    #expect(problem().contains("files: cannot read part: this is a pipe, not a file"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/part")
    try OddFiles.sparse(at: "\(folder.path)/part")
    #expect(problem().contains("part: the file has 3221225472 bytes, more than the maximum of"))
  }

  /// A member in place of the one that is right, and what is said of it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let line: String
    let message: String
    var testDescription: String { line }

    init(_ line: String, _ message: String) {
      self.line = line
      self.message = message
    }
  }

  static let wrong: [Wrong] = [
    Wrong(#""command": "python3 x.py""#, "expected an array of strings, found a string"),
    Wrong(#""command": []"#, "expected"),
    Wrong(#""command": ["", "x"]"#, "the first string is the program"),
    Wrong(#""command": ["a", 3]"#, "expected a string, found 3"),
    Wrong(#""command": ["a\u0000b"]"#, "the string contains NUL"),
    Wrong(#""comand": ["a"]"#, "unknown field 'comand'; did you mean 'command'?"),
    Wrong(#""command": ["a"], "name": "other""#, "defined twice"),
    Wrong(#""command": ["a"], "start": 0"#, "expected a number from 0.1 to 3600, found 0"),
    Wrong(#""command": ["a"], "answer": "slow""#, "expected a number"),
    Wrong(#""command": ["a"], "memory": "lots""#, "such as \"2 GiB\" or \"512 MiB\""),
    Wrong(#""command": ["a"], "memory": 2000"#, "expected a string"),
    Wrong(#""command": ["a"], "environment": ["A=1"]"#, "expected an object of strings"),
    Wrong(#""command": ["a"], "environment": {"A=B": "1"}"#, "neither = nor NUL"),
    Wrong(#""command": ["a"], "files": "a""#, "expected an array of"),
  ]

  @Test(arguments: wrong) func whatIsWrongIsNamedWithItsLine(_ wrong: Wrong) throws {
    try SmallRuns.inFolder { path in
      try """
      {"format": "playtest-engine", "version": 1, "name": "x",
      \(wrong.line)}
      """.write(toFile: "\(path)/x.json", atomically: false, encoding: .utf8)
      let issues = #expect(throws: FileIssues.self) { try EngineFile(reading: "\(path)/x.json") }
      let line = issues?.lines.first { $0.contains(wrong.message) }
      #expect(line?.hasPrefix("\(path)/x.json:2: ") == true, "\(issues?.lines ?? [])")
    }
  }

  /// A name that no level can have as its game.
  @Test func theNameIsOneOfAGame() throws {
    try SmallRuns.inFolder { path in
      try #"{"format": "playtest-engine", "version": 1, "name": "v1.0", "command": ["a"]}"#
        .write(toFile: "\(path)/v1.0.json", atomically: false, encoding: .utf8)
      let issues = #expect(throws: FileIssues.self) { try EngineFile(reading: "\(path)/v1.0.json") }
      #expect(
        issues?.lines == [
          "\(path)/v1.0.json:1: $.name: 'v1.0' is not a name for a game; write 1 to 40 letters, digits,"
            + " - and _"
        ])
    }
  }

  /// What the system says of a program that it cannot run, in words.
  @Test(arguments: [
    ("#!/no/such/interpreter\n", "there is no such interpreter as its first line names"),
    ("echo hello\n", "the system cannot run it; let its first line be #! and an interpreter"),
  ]) func aScriptThatCannotRunIsExplained(_ script: String, _ message: String) async throws {
    let text = """
      {"format": "playtest-engine", "version": 1, "name": "steps", "command": ["./odd"]}
      """
    try await EngineFixture.project(text: text) { engines, path in
      try script.write(toFile: "\(path)/odd", atomically: false, encoding: .utf8)
      #expect(chmod("\(path)/odd", 0o755) == 0)
      let fault = #expect(throws: ScriptFault.self) { try engines.game(named: "steps") }
      #expect(fault?.message.contains("cannot start ./odd: \(message)") == true)
    }
  }

  @Test func theNameIsThatOfTheFile() async throws {
    try await EngineFixture.project(text: EngineFixture.file("other")) { engines, path in
      let fault = #expect(throws: ScriptFault.self) { try engines.game(named: "steps") }
      #expect(
        fault?.message.contains(
          "the name is 'other', but a game is found by its file, steps.json")
          == true)
      let none = try engines.game(named: "none")
      #expect(none == nil)
      let above = try engines.game(named: "../engines/steps")
      #expect(above == nil)
    }
  }

  @Test func aProgramThatIsNotThereIsNamed() async throws {
    let text = """
      {"format": "playtest-engine", "version": 1, "name": "steps", "command": ["./no-such"]}
      """
    try await EngineFixture.project(text: text) { engines, _ in
      let fault = #expect(throws: ScriptFault.self) { try engines.game(named: "steps") }
      #expect(
        fault?.message.contains("cannot start ./no-such: there is no such program in") == true)
    }
    try await EngineFixture.project(
      text: EngineFixture.file("steps", ", \"files\": [\"no-such-file\"]")
    ) { engines, _ in
      let fault = #expect(throws: ScriptFault.self) { try engines.game(named: "steps") }
      #expect(
        fault?.message.contains("files: cannot read no-such-file: there is no such file in /")
          == true)
    }
  }
}
