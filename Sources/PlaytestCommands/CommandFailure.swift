import Lab
import Reporting
import SimHarness

/// Exit codes.
///
/// Source: README.md, "Exit codes".
enum ExitStatus: Int32 {
  case failed = 1
  case usage = 64
  case badInput = 65
  case missingFile = 66
  case defect = 70
  case cannotWrite = 73
  case inputOutput = 74
  case tryAgain = 75
  case interrupted = 130
  case terminated = 143
}

/// Why a command could not do its work: what to print, and the exit code.
struct CommandFailure: Error {
  let code: ExitStatus
  /// Lines without the program's name.
  let lines: [String]

  init(_ code: ExitStatus, _ lines: String...) {
    self.code = code
    self.lines = lines
  }

  init(_ code: ExitStatus, lines: [String]) {
    self.code = code
    self.lines = lines
  }

  /// A name that is not among those known; `place` is where it was given, such as an option.
  static func unknown(
    _ noun: String, _ name: String, of owner: String? = nil, among known: [String],
    in place: String? = nil
  ) -> CommandFailure {
    let complaint = NearestName.complaint(about: name, called: noun, of: owner, known: known)
    return CommandFailure(.usage, (place.map { "\($0): " } ?? "") + complaint)
  }

  /// The same about something that an option names.
  func located(at place: String) -> CommandFailure {
    CommandFailure(code, lines: lines.map { "\(place): \($0)" })
  }

  /// The same about something that a line of a file names, which makes it a bad file.
  func located(in file: String, line: Int) -> CommandFailure {
    let place = "\(SafeText.escaped(file, limit: 1000)):\(line)"
    return CommandFailure(
      code == .usage ? .badInput : code, lines: lines.map { "\(place): \($0)" })
  }

  /// The case of a name.
  static func named<Named: CaseIterable & RawRepresentable<String>>(
    _ name: String, called noun: String
  ) throws(CommandFailure) -> Named {
    if let named = Named(rawValue: name) { return named }
    throw unknown(noun, name, among: Named.allCases.map(\.rawValue))
  }

  /// An error that should have been turned into words for users before it came here.
  init(defect error: any Error) {
    self.init(
      .defect,
      "internal error: \(SafeText.escaped("\(error)", limit: 500)); please"
        + " report it, with the command that you ran")
  }

  /// The failure behind an error of the harness; nil for any other.
  init?(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let issues as FileIssues: self.init(.badInput, lines: issues.lines)
    case let problem as LevelProblem:
      self.init(ExitStatus(rawValue: problem.exitCode) ?? .badInput, lines: problem.lines)
    case let fault as ScriptFault: self.init(.badInput, fault.message)
    case let error as RunFolderError:
      switch error {
      case .missing: self.init(.missingFile, error.description)
      case .part, .unreadable: self.init(.badInput, error.description)
      case .exists, .differs, .foreign, .unwritable, .busy:
        self.init(.cannotWrite, error.description)
      case .failed, .notBegun, .nothingWritten: self.init(.inputOutput, error.description)
      }
    case let error as StorageError:
      switch error {
      case .missing: self.init(.missingFile, error.description)
      case .damaged, .foreign: self.init(.badInput, error.description)
      case .unwritable: self.init(.cannotWrite, error.description)
      case .failed, .disturbed, .outOfTime: self.init(.inputOutput, error.description)
      }
    case let error as ResumeError: self.init(.badInput, error.description)
    case let error as MergeError:
      if case .overlap = error {
        self.init(.usage, error.description)
        return
      }
      self.init(error.isUnfinished ? .tryAgain : .badInput, error.description)
    case let error as HighScoreError:
      switch error {
      case .badName: self.init(.usage, error.description)
      case .damaged: self.init(.badInput, error.description)
      case .unwritable: self.init(.cannotWrite, error.description)
      case .failed: self.init(.inputOutput, error.description)
      }
    case let error as FileWriteError:
      self.init(error.isBroken ? .inputOutput : .cannotWrite, error.description)
    case let error as ReplayError: self.init(.badInput, error.description)
    case let error as MoveExportError: self.init(.failed, error.description)
    case let error as ConditionError: self.init(.usage, error.description)
    case let error as GenerateError:
      switch error {
      case .setting, .feature: self.init(.usage, error.description)
      case .level, .unusable: self.init(.badInput, error.description)
      }
    case let error as LevelFieldProblem: self.init(.badInput, error.description)
    case let error as TuneError:
      switch error {
      case .logExists: self.init(.cannotWrite, error.description)
      case .cancelled: self.init(.interrupted, error.description)
      case .faulted, .faultedWith, .otherLog, .damagedLog, .invalid, .unverifiable,
        .smallBudget:
        self.init(.badInput, error.description)
      }
    default: return nil
    }
  }
}
