import SimHarness

/// What people reached on some levels, from a CSV file whose columns say how it was counted, and
/// which is separated and marked as one of `import` is.
///
/// - `level,attempts,passes`, one line per level: every attempt counts by itself.
/// - `player,level,attempts,passed` and perhaps `quit`, one line per person and level: people play
///   until they pass, and some give up.
/// - `player,level,passed`, one line per attempt in their order: the same, counted here.
/// - `level,players,passed,attempts` and perhaps `quit`, one line per level: the same, summed.
public struct HumanResults: Sendable, Equatable {
  /// How the results were counted, which decides the likelihood.
  public enum Kind: String, Sendable {
    case attempts
    case people
    case groups

    /// The columns that must be there, and the one that may be.
    var columns: (needed: [String], optional: String?) {
      switch self {
      case .attempts: (["level", "attempts", "passes"], nil)
      case .people: (["player", "level", "attempts", "passed"], "quit")
      case .groups: (["players", "level", "attempts", "passed"], "quit")
      }
    }

    var heading: String {
      switch self {
      case .attempts: "level,attempts,passes"
      case .people: "player,level,attempts,passed"
      case .groups: "level,players,passed,attempts"
      }
    }
  }

  /// One level's attempts and how many of them passed it.
  public struct Entry: Sendable, Equatable {
    /// The level's name, id or file name: user text.
    public var level: String
    public var attempts: Int
    public var passes: Int
    /// The line it first stands on, from 1.
    public var line: Int
    /// The people who tried it, where they were counted.
    public var group: PeopleCount?

    public init(
      level: String, attempts: Int, passes: Int, line: Int, group: PeopleCount? = nil
    ) {
      self.level = level
      self.attempts = attempts
      self.passes = passes
      self.line = line
      self.group = group
    }
  }

  public private(set) var kind = Kind.attempts
  /// The levels, in the order in which they first appear.
  public private(set) var entries: [Entry] = []
  /// What each person did, in the order in which they first appear; empty if the file does not
  /// identify people.
  ///
  /// A trial's level is a place in `entries`.
  public private(set) var people: [[PersonTrial]] = []

  private static let maxBytes = 16 << 20

  /// Results without levels that nobody tried and people who tried none.
  init(kind: Kind, entries: [Entry], people: [[PersonTrial]]) {
    self.kind = kind
    let tried = entries.indices.filter { entries[$0].attempts > 0 }
    self.entries = tried.map { entries[$0] }
    let places = Dictionary(uniqueKeysWithValues: tried.enumerated().map { ($1, $0) })
    self.people = people.map { trials in
      trials.compactMap { trial in
        places[trial.level].map { place in
          var trial = trial
          trial.level = place
          return trial
        }
      }
    }.filter { !$0.isEmpty }
  }

  /// Reads a CSV file: a heading in any order of columns, ignoring all others.
  /// - Throws: Everything that is wrong with it, by line.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    var reader = HumanResultsReader()
    if bytes.count > Self.maxBytes {
      reader.complain(1, "the file is larger than 16 MiB; split it")
    } else {
      reader.read(bytes)
    }
    guard reader.issues.isEmpty else { throw FileIssues(file: file, issues: reader.issues) }
    kind = reader.kind
    entries = reader.entries
    people = reader.people
  }
}

/// What a person did on a level.
public struct PersonTrial: Sendable, Equatable {
  /// The level's place.
  public var level: Int
  /// Attempts, the one that passed included.
  public var attempts: Int
  public var isPassed: Bool
  /// Whether the person gave up after the last failure rather than being still at it; nil if
  /// that is not known.
  public var hasQuit: Bool?

  var passes: Int { isPassed ? 1 : 0 }
  var failures: Int { attempts - passes }
}

/// How many people tried a level, and what became of them.
public struct PeopleCount: Sendable, Equatable {
  public var players: Int
  public var passed: Int
  /// Those who gave up; nil if that is not known.
  ///
  /// The rest of those who did not pass are still at it.
  public var quit: Int?
}
