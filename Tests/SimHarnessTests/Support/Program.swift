import Foundation
import TestSupport
import Testing

/// The program beside the tests, run as a user runs it.
enum Program {
  /// What a command printed and how it ended.
  struct Result {
    let code: Int32
    let output: String
    let errors: String

    /// The lines on stderr.
    var complaints: [String] { errors.split(separator: "\n").map(String.init) }
  }

  static let file = URL(filePath: CommandLine.arguments[0])
    .deletingLastPathComponent().appending(path: "playtest")

  /// Runs the program in a folder and waits for its end.
  static func run(_ arguments: [String], in folder: URL) throws -> Result {
    try Running(file, arguments, in: folder).result()
  }

  /// Runs a line of bash in a folder; `playtest` is the program.
  static func shell(_ line: String, in folder: URL) throws -> Result {
    let text = "playtest() { \(quoted(file.path)) \"$@\"; }; \(line)"
    return try Running(URL(filePath: "/bin/bash"), ["-c", text], in: folder).result()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }

  /// A program at work, its output gathered in pipes.
  struct Running {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ file: URL, _ arguments: [String], in folder: URL) throws {
      process.executableURL = file
      process.arguments = arguments
      process.currentDirectoryURL = folder
      // Help is laid out for the terminal's width.
      process.environment = ProcessInfo.processInfo.environment.merging(["COLUMNS": "80"]) { $1 }
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// Waits for the end.
    ///
    /// Complaints are expected to fit in a pipe.
    func result() -> Result {
      let printed = output.fileHandleForReading.readDataToEndOfFile()
      let complained = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return Result(
        code: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
        errors: String(decoding: complained, as: UTF8.self))
    }
  }

  /// A line of bash that must fail.
  struct Failure: CustomTestStringConvertible, Sendable {
    let line: String
    let code: Int32
    /// How each line on stderr begins.
    let complaints: [String]

    var testDescription: String { line }

    /// `complaints` leave out the program's name.
    init(_ code: Int32, _ line: String, _ complaints: String...) {
      self.code = code
      self.line = line
      self.complaints = complaints.map { "playtest: " + $0 }
    }

    /// Expects the line to fail in this way and to print nothing on stdout.
    func check(in folder: URL) throws {
      let result = try shell(line, in: folder)
      #expect(result.code == code)
      #expect(result.complaints.count == complaints.count, "\(result.errors)")
      for (line, expected) in zip(result.complaints, complaints) {
        #expect(line.hasPrefix(expected), "\(line)")
      }
      #expect(result.output.isEmpty)
    }
  }

  // MARK: Folders

  /// Calls `body` with a new folder that holds the project's scripts, and removes it afterwards.
  static func inFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "playtest-\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try files.createSymbolicLink(
      at: folder.appending(path: "scripts"),
      withDestinationURL: Oracle.root.appending(path: "scripts"))
    return try body(folder)
  }

  /// The files below a folder, sorted.
  static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  static func write(_ text: String, to name: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  static func text(of name: String, in folder: URL) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// A small level without specials.
  static let goodLevel = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Good","shots":12,\
    "grid":["RRBB........","RRB........"]}
    """

  // MARK: Commands

  /// A command of the program's tree.
  struct Command: Sendable, CustomTestStringConvertible {
    /// Its words behind `playtest`.
    let words: [String]
    let hasSubcommands: Bool

    var testDescription: String { (["playtest"] + words).joined(separator: " ") }
  }

  /// Every command, as the program itself lists them; empty if it does not answer.
  static let commands: [Command] = {
    struct Node: Decodable {
      let commandName: String
      let subcommands: [Node]?

      func all(behind words: [String]) -> [Command] {
        let children = (subcommands ?? []).filter { $0.commandName != "help" }
        return [Command(words: words, hasSubcommands: !children.isEmpty)]
          + children.flatMap { $0.all(behind: words + [$0.commandName]) }
      }
    }
    struct Tree: Decodable { let command: Node }
    guard
      let told = try? run(["--experimental-dump-help"], in: FileManager.default.temporaryDirectory),
      let tree = try? JSONDecoder().decode(Tree.self, from: Data(told.output.utf8))
    else { return [] }
    return tree.command.all(behind: [])
  }()
}
