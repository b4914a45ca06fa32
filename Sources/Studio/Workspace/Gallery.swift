import SimHarness
import StableNumerics
import Synchronization
import TextFormats

/// The levels of a workspace as cards with their pictures.
final class Gallery: Sendable {
  private let workspace: StudioWorkspace
  /// Pictures by the hash of the level's text, as each takes a while.
  private let pictures = Mutex((known: [String: (tree: JSONTree, bytes: Int)](), bytes: 0))
  /// The bytes of pictures' text beyond which all are forgotten; as trees they take several times
  /// as many.
  private static let maxBytes = 8 << 20

  /// What one answer may spend on pictures, so that a game that takes its time for each, or has much
  /// to draw, does not keep the whole answer; what comes after has no picture.
  struct Budget {
    private let end: ContinuousClock.Instant
    private var bytes: Int

    init(time: Duration = .seconds(5), bytes: Int = 16 << 20) {
      end = ContinuousClock.now + time
      self.bytes = bytes
    }

    var isSpent: Bool { bytes <= 0 || ContinuousClock.now >= end }

    mutating func spend(_ bytes: Int) { self.bytes -= bytes }
  }

  init(_ workspace: StudioWorkspace) { self.workspace = workspace }

  /// The cards of levels; made on another thread than the caller's.
  @concurrent
  func cards(
    of entries: [WorkspaceLevels.Entry], drafts: Set<String>,
    draft: @Sendable (String) -> DesignDraft?
  ) async -> [JSONTree] {
    let reader = LevelFileReader(catalog: workspace.library)
    var budget = Budget()
    var cards: [JSONTree] = []
    for entry in entries {
      let isDraft = drafts.contains(entry.id)
      if let path = entry.path {
        if LevelFileReader.holdsNoLevel(path, games: workspace.games) { continue }
        do throws(LevelProblem) {
          let file = try reader.file(at: path, shownAs: path)
          cards.append(card(entry, file, isDraft: isDraft, &budget))
        } catch {
          cards.append(broken(entry, path, Self.words(for: error)))
        }
      } else if let text = draft(entry.id)?.read()?.text,
        let file = try? LevelFile.read(
          Array(text.utf8), file: "draft", catalog: workspace.library)
      {
        cards.append(card(entry, file, isDraft: true, &budget))
      }
    }
    return cards
  }

  private func card(
    _ entry: WorkspaceLevels.Entry, _ file: LevelFile, isDraft: Bool, _ budget: inout Budget
  ) -> JSONTree {
    [
      "level": .string(entry.id), "name": .string(file.header.name),
      "game": .string(file.header.game), "readOnly": .bool(entry.isReadOnly),
      "draft": .bool(isDraft), "film": picture(of: file, &budget), "file": place(of: entry),
      // What is known of a level counts for as long as this stays the same.
      "content": .string(StableDigest.hex(of: file.text)),
    ]
  }

  /// A level's file as seen from the folder of levels, which tells levels of one name apart; null for
  /// one that has none yet.
  private func place(of entry: WorkspaceLevels.Entry) -> JSONTree {
    guard let path = entry.path else { return .null }
    let isOwn = path.hasPrefix(workspace.levels + "/")
    let folder = isOwn ? workspace.levels : workspace.bundled ?? ""
    return .string(SafeText.escaped(WorkspaceLevels.place(of: path, below: folder), limit: 200))
  }

  /// The first problem of a file, without its name, which stands above.
  static func words(for problem: LevelProblem) -> String {
    switch problem {
    case .invalid(let issues):
      guard let issue = issues.issues.first else { return "" }
      let path = shortened(SafeText.escaped(issue.path, limit: 1_000))
      let place = path.isEmpty ? "" : "\(path): "
      let column = issue.column.map { ", column \($0)" } ?? ""
      return "Line \(issue.line)\(column): \(place)"
        + SafeText.escaped(issue.message, limit: maxProblemLength)
    case .unreadable(_, let reason): return SafeText.escaped(reason, limit: maxProblemLength)
    default: return problem.lines.first ?? ""
    }
  }

  /// A path of fields without its middle, where it is long.
  private static func shortened(_ path: String) -> String {
    guard path.count > maxPathLength else { return path }
    return "\(path.prefix(maxPathLength / 2))…\(path.suffix(maxPathLength / 2))"
  }

  /// The most characters of a problem on a card, and of the path of fields in it.
  private static let maxProblemLength = 300
  private static let maxPathLength = 40

  private func broken(_ entry: WorkspaceLevels.Entry, _ path: String, _ problem: String) -> JSONTree
  {
    [
      "level": .string(entry.id), "game": "", "readOnly": .bool(entry.isReadOnly), "draft": false,
      "file": place(of: entry),
      "name": .string(SafeText.escaped(path.split(separator: "/").last.map(String.init) ?? path)),
      "problem": .string(problem),
    ]
  }

  /// What players are dealt in a game, as a film without turns; nil if there is none.
  ///
  /// It is made on another thread than the caller's.
  @concurrent
  func film(of level: PlayableLevel, index: Int) async -> GameFilm? {
    deal(of: level, index: index)
  }

  private func deal(of level: PlayableLevel, index: Int) -> GameFilm? {
    guard let game = workspace.games.game(named: level.game) else { return nil }
    let modules =
      level.scripts.contains(where: \.mentionsRequire)
      ? (try? workspace.library.modules()) ?? [] : []
    var film = FilmRecorder(game, level, modules: modules)
      .film(seed: StudioWorkspace.seed, index: index, moves: [])
    film?.turns = []
    return film
  }

  /// The film of the level's first deal before its first move; null where there is none, or nothing
  /// left to spend on it.
  func picture(of file: LevelFile, _ budget: inout Budget) -> JSONTree {
    guard !budget.isSpent else { return .null }
    let key = StableDigest.hex(of: file.text)
    if let known = pictures.withLock({ $0.known[key] }) {
      budget.spend(known.bytes)
      return known.tree
    }
    guard let level = try? workspace.ready(file) else { return .null }
    let tree = deal(of: level, index: 0)?.tree ?? .null
    let bytes = JSONWriter.compact(tree).utf8.count
    budget.spend(bytes)
    pictures.withLock { pictures in
      pictures.bytes += bytes + key.utf8.count
      if pictures.bytes > Self.maxBytes { pictures = ([:], bytes) }
      pictures.known[key] = (tree, bytes)
    }
    return tree
  }
}
