import Catalogue
import FoundationEssentials
import SimHarness

/// The games that people played, put beside the agents of a run.
///
/// A game counts when its record verifies, has come to its end, and is a game of the run: of one
/// of its levels, with its seed, and of an index that its agents play.
struct PeopleRecords {
  private let files: [(path: String, isNamed: Bool)]
  private let library: ScriptLibrary
  private let isAsked: Bool

  /// `paths` are records, or folders whose records are looked for at any depth.
  init(_ paths: [String], library: ScriptLibrary) throws {
    self.library = library
    isAsked = !paths.isEmpty
    var files: [(path: String, isNamed: Bool)] = []
    for path in try paths.flatMap({ try Workspace.matches(of: $0, countingFiles: true) }) {
      if Workspace.isFolder(path) {
        let below: [String]
        do {
          below = try FileManager.default.subpathsOfDirectory(atPath: path)
        } catch {
          throw CommandFailure(.inputOutput, "\(path): cannot read the folder")
        }
        files += below.filter { $0.hasSuffix(".json") }.sorted()
          .map { (path: "\(path)/\($0)", isNamed: false) }
      } else {
        guard Workspace.exists(path) else {
          throw CommandFailure(.missingFile, "\(path): no such file or folder")
        }
        files.append((path: path, isNamed: true))
      }
    }
    self.files = files
  }

  /// The people as players of a plan, in the order of their names.
  ///
  /// Reports on stderr which records do not count, and why.
  func players(of plan: RunPlan) throws -> [RunPlayer] {
    guard isAsked else { return [] }
    var people: [String: RecordedGames] = [:]
    var elsewhere = 0
    for file in files {
      do {
        let record = try RecordedGameFile(file: file.path, library: library)
        guard let level = Self.level(of: record, in: plan) else {
          if file.isNamed {
            throw Refusal("its level is not in this run, or has changed since")
          }
          elsewhere += 1
          continue
        }
        let name = try Self.check(record, in: plan)
        guard
          people[name, default: RecordedGames()]
            .add(record.moves, index: record.index, of: level)
        else { throw Refusal("game \(record.index) by \(SafeText.named(name)) is already counted") }
      } catch {
        Self.warn(error, of: file.path)
      }
    }
    if elsewhere > 0 {
      Console.error(["not counted: \(elsewhere) record\(elsewhere == 1 ? "" : "s") of other levels"]
      )
    }
    guard !people.isEmpty else {
      throw CommandFailure(
        .badInput, "--people: no game can be counted; play one with `playtest play LEVEL`")
    }
    return people.sorted { $0.key < $1.key }.compactMap {
      Roster.person($0.key, game: plan.game, games: $0.value)
    }
  }

  /// Why a record does not count.
  private struct Refusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private static func warn(_ error: any Error, of path: String) {
    let file = SafeText.escaped(path, limit: 1000)
    switch error {
    case let refusal as Refusal: Console.error(["\(file): not counted: \(refusal.reason)"])
    case let issues as FileIssues:
      Console.error(issues.lines.prefix(1).map { "\($0); not counted" })
    case let error as ReplayError:
      Console.error(["\(file): not counted: the replay differs: \(error.description)"])
    default:
      let lines = CommandFailure(error)?.lines ?? ["\(error)"]
      Console.error(["\(file): not counted: \(lines.joined(separator: "; "))"])
    }
  }

  /// The plan's level that a record's game was played on.
  private static func level(of record: RecordedGameFile, in plan: RunPlan) -> PlayableLevel? {
    guard record.entry.name == plan.game.name else { return nil }
    return plan.levels.first { $0.hash == record.level.hash && $0.id == record.level.id }
  }

  /// The player's name.
  private static func check(_ record: RecordedGameFile, in plan: RunPlan) throws -> String {
    guard let person = record.person else {
      throw Refusal("it was not played by a person: it has no player")
    }
    if let opponent = person.opponent {
      throw Refusal(
        "\(SafeText.named(opponent)) sat at the same table; only games played alone count")
    }
    let name = try HighScores.name(person.player)
    guard !plan.players.contains(where: { $0.name == name }) else {
      throw Refusal("the player \(SafeText.named(name)) has the same name as an agent of this run")
    }
    guard record.seed == plan.seed else {
      throw Refusal(
        "it was played with seed \(record.seed), this run has \(plan.seed); pass --seed"
          + " \(record.seed)"
      )
    }
    guard record.index < plan.games else {
      throw Refusal(
        "it is game \(record.index), this run has 0 to \(plan.games - 1); pass --games"
          + " \(record.index + 1)"
      )
    }
    guard let end = record.end else { throw Refusal("it has no end to compare with") }
    let (replay, differences) = try record.verified()
    guard differences.isEmpty else {
      throw Refusal("the replay differs: \(differences.joined(separator: "; "))")
    }
    guard replay.outcome != nil, end.outcome != nil else {
      throw Refusal("it was not finished")
    }
    return name
  }
}
