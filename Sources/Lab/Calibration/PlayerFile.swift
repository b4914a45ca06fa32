import FoundationEssentials
import SimHarness

/// A player of a file, `players/NAME.yml`: a mix of other players, one of whom plays each game.
///
///     format: playtest-player
///     game: bubble-blast
///     summary: fitted to 4,000 attempts
///     mix:
///       - {agent: "greedy@steady:aim=2.5,share=0.6", weight: 0.7}
///       - {agent: "random", weight: 0.3}
public struct PlayerFile: Sendable, Equatable {
  public static let format = "playtest-player"
  /// The folder that names are looked up in.
  public static let folder = "players"

  /// A player of the mix.
  public struct Part: Sendable, Equatable {
    public var agent: String
    /// Above 0; weights need not add up to 1.
    public var weight: Double

    public init(agent: String, weight: Double) {
      self.agent = agent
      self.weight = weight
    }
  }

  public var game: String
  public var summary: String
  public var mix: [Part]
  /// Comments at the head of a file that is written; a reader leaves them aside.
  public var notes: [String] = []

  public init(game: String, summary: String, mix: [Part], notes: [String] = []) {
    self.notes = notes
    self.game = game
    self.summary = summary
    self.mix = mix
  }

  /// Reads a file.
  /// - Throws: everything that is wrong with it.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    self = try YAMLReader.read(bytes, file: file, decode: Self.decode)
  }

  private static func decode(_ cursor: JSONCursor) -> PlayerFile? {
    guard let fields = cursor.object(fields: ["format", "game", "summary", "mix"]) else {
      return nil
    }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": this is not a player file")
      return nil
    }
    guard let game = fields.required("game")?.string(length: 1...100),
      let mix = fields.required("mix")?.array(of: "players", count: 1...200, decode: Self.part)
    else { return nil }
    let summary = fields.optional("summary")?.string(length: 0...200) ?? "a mix of players"
    return PlayerFile(game: game, summary: summary, mix: mix)
  }

  private static func part(_ cursor: JSONCursor) -> Part? {
    guard let fields = cursor.object(fields: ["agent", "weight"]),
      let agent = fields.required("agent")?.string(length: 1...1000),
      let weight = fields.required("weight")?.double(above: 0, to: 1e6)
    else { return nil }
    return Part(agent: agent, weight: weight)
  }

  /// The text of the file.
  public var text: String {
    func quoted(_ text: String) -> String { JSONWriter.compact(.string(text)) }
    return notes.map { "# \(SafeText.escaped($0, limit: 1000))\n" }.joined() + """
      format: \(Self.format)
      game: \(quoted(game))
      summary: \(quoted(summary))
      mix:

      """
      + mix.map {
        "  - {agent: \(quoted($0.agent)), weight: \(JSONWriter.number($0.weight))}\n"
      }.joined()
  }
}

extension ScriptLibrary {
  /// The text of the player of this name: `players/NAME.yml`, here or beside the scripts' folder;
  /// nil when there is none.
  public func player(named name: String) throws(ScriptFault) -> ScriptSource? {
    guard Self.isName(name) else { return nil }
    let file = "\(PlayerFile.folder)/\(name).yml"
    if let kept = keptSource(named: file) { return kept }
    for folder in playerFolders where Self.fileExists("\(folder)/\(name).yml") {
      return try source(at: "\(folder)/\(name).yml", shownAs: file)
    }
    return nil
  }

  /// The text of the player file at a path, or of the one of that path that was kept; nil when there
  /// is none.
  public func player(at path: String) throws(ScriptFault) -> ScriptSource? {
    if let kept = keptSource(named: path) { return kept }
    return Self.fileExists(path) ? try source(at: path, shownAs: path) : nil
  }

  /// The folders that players are looked up in, one after another.
  private var playerFolders: [String] {
    [PlayerFile.folder] + folders.map { "\($0)/../\(PlayerFile.folder)" }
  }

  /// The files of all players that have a name, sorted by it; of two of a name the first one found.
  public var playerFiles: [(name: String, path: String)] {
    var found: [String: String] = [:]
    for folder in playerFolders {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for file in files where file.hasSuffix(".yml") {
        let name = String(file.dropLast(".yml".count))
        if Self.isName(name), found[name] == nil { found[name] = "\(folder)/\(file)" }
      }
    }
    return found.sorted { $0.key < $1.key }.map { (name: $0.key, path: $0.value) }
  }

  /// The names of all players of files, those that were kept included.
  public var playerNames: [String] {
    isKept
      ? names(in: PlayerFile.folder).filter { $0.hasSuffix(".yml") }
        .map { String($0.dropLast(".yml".count)) }
      : playerFiles.map(\.name)
  }

  /// The folders of players in words, as messages about an unknown name list them: the one here,
  /// and those beside scripts folders that are there and others.
  public var searchedPlayerFolders: [String] {
    guard !isKept else { return [] }
    let own = FilePlace(of: PlayerFile.folder)
    var places: [FilePlace] = []
    let others = playerFolders.dropFirst().filter { folder in
      guard let place = FilePlace(of: folder), place != own, !places.contains(place) else {
        return false
      }
      places.append(place)
      return true
    }
    return [own == nil ? "\(PlayerFile.folder) (not found)" : PlayerFile.folder] + others
  }
}
