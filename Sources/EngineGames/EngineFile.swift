import Glibc
import SimHarness

/// An engine as a project's file `engines/NAME.json` names it: what to start, and its limits.
///
/// The only place where a command stands: no level, suite, record or run folder can name one.
public struct EngineFile: Sendable {
  /// What has the rules.
  public enum Program: Sendable, Hashable {
    /// A program and its arguments, started without a shell.
    case command([String])
    /// A shared library, which plays in this process, or behind the protocol in one of its own.
    case library(String, isIsolated: Bool)
  }

  public static let format = "playtest-engine"
  public static let version = 1

  /// The game's name: that of the file.
  public var name: String
  public var program: Program
  /// The files of the build, whose hashes runs keep; below the project's folder or absolute.
  public var files: [String] = []
  /// What the program finds in its environment, beside a few fixed variables.
  public var environment: [(name: String, value: String)] = []
  /// Seconds for its first answer, and for any other.
  public var start = Self.usualSeconds
  public var answer = Self.usualSeconds
  /// The most resident memory, in bytes; 0: no limit.
  public var memory: UInt64 = 0
  /// The path of the file, for messages.
  public var path: String
  /// The project's folder, where `engines/` lies and the program runs.
  public var folder: String

  static let usualSeconds = 10.0
  static let seconds = 0.1...3600.0

  public init(name: String, program: Program, path: String, folder: String) {
    self.name = name
    self.program = program
    self.path = path
    self.folder = folder
  }

  /// The files whose hashes runs keep: those that are named, and the library.
  var hashedFiles: [String] {
    guard case .library(let path, _) = program, !files.contains(path) else { return files }
    return [path] + files
  }

  /// The words that start it as a process.
  func words() throws(ScriptFault) -> [String] {
    switch program {
    case .command(let words): return words
    case .library(let path, _):
      var own = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &own, own.count - 1)
      guard count > 0 else {
        throw ScriptFault(
          kind: .error, message: "\(self.path):1: this program has no path to start")
      }
      return [EngineLibrary.text(of: own), "engine", "host", path]
    }
  }

  /// A path of the file, seen from where this program runs.
  func resolved(_ path: String) -> String {
    path.hasPrefix("/") || folder == "." ? path : "\(folder)/\(path)"
  }
}
