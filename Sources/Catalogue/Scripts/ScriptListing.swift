import BubbleBlastGame
import BubblePopGame
import CardsGame
import PeggleGame
import SimHarness

/// Every script of a folder with its own description, faulty ones included.
public struct ScriptListing {
  /// A script's own description.
  public struct Entry: Sendable {
    public let name: String
    public let summary: String
    public let parameters: [ScriptParameter]
    /// The games it is for.
    public let games: [String]
    /// The character a bubble is printed as.
    public let glyph: Character?
  }

  /// One file.
  public struct Script: Sendable {
    public let path: String
    public let content: Result<Entry, ScriptFault>
    /// Whether it came with the program.
    public let isBuiltIn: Bool
    /// The built-in script that it replaces: one with the same file name or name.
    public internal(set) var replaced: String?
  }

  private let library: ScriptLibrary
  private let knownGames: [String]

  public init(library: ScriptLibrary) {
    self.library = library
    knownGames = library.games.names
  }

  /// The scripts of a kind, by file; without built-in ones that others replace.
  public func scripts(of kind: ScriptKind) -> [Script] {
    var found: [Script] = []
    for path in library.files(of: kind) {
      let isBuiltIn = library.isBuiltIn(path)
      let others = found.filter { $0.isBuiltIn == isBuiltIn }
      let content = Result { () throws(ScriptFault) in
        try library.source(at: path, shownAs: path)
      }.flatMap { self.content(of: kind, $0, among: others) }
      found.append(
        Script(
          path: path, content: content, isBuiltIn: isBuiltIn,
          replaced: isBuiltIn ? nil : library.builtInFile(of: kind, like: path)))
    }
    return kind.isFoundByFile ? found : Self.withoutReplaced(found)
  }

  /// All generators: the scripts of that kind, then the games in Lua whose file makes levels.
  public var generators: [Script] {
    scripts(of: .generator)
      + scripts(of: .game).compactMap { game in
        guard case .success = game.content,
          let source = try? library.source(at: game.path, shownAs: game.path),
          let entry = try? entry(of: .generator, source)
        else { return nil }
        return Script(
          path: game.path, content: .success(entry), isBuiltIn: game.isBuiltIn,
          replaced: game.replaced)
      }
  }

  /// The scripts without those built-in ones whose name one's own script has.
  private static func withoutReplaced(_ scripts: [Script]) -> [Script] {
    var kept = scripts
    for builtIn in scripts where builtIn.isBuiltIn {
      guard let name = name(of: builtIn),
        let own = kept.firstIndex(where: { !$0.isBuiltIn && self.name(of: $0) == name })
      else { continue }
      kept[own].replaced = builtIn.path
      kept.removeAll { $0.path == builtIn.path }
    }
    return kept
  }

  private static func name(of script: Script) -> String? { try? script.content.get().name }

  private func content(
    of kind: ScriptKind, _ source: ScriptSource, among others: [Script]
  ) -> Result<Entry, ScriptFault> {
    Result { () throws(ScriptFault) in
      let entry = try entry(of: kind, source)
      try checkDuplicates(of: entry, source, among: others)
      return entry
    }.mapError { source.naming($0) }
  }

  /// The own description of a script of a kind.
  public func entry(of kind: ScriptKind, _ source: ScriptSource) throws(ScriptFault) -> Entry {
    switch kind {
    case .bubble:
      let bubble = try library.bubbleKind(source)
      return Entry(
        name: bubble.name, summary: bubble.summary, parameters: bubble.parameters,
        games: [BubbleBlast.name], glyph: bubble.glyph)
    case .agent:
      let agent = try library.agent(source, knownGames: knownGames)
      return Entry(
        name: agent.name, summary: agent.summary, parameters: agent.parameters,
        games: agent.games, glyph: nil)
    case .generator:
      let generator = try library.generator(source, knownGames: knownGames)
      return Entry(
        name: generator.name, summary: generator.summary, parameters: generator.parameters,
        games: [generator.game], glyph: nil)
    case .peg: return try peggleEntry(of: .peg, source)
    case .mode: return try peggleEntry(of: .mode, source)
    case .master: return try peggleEntry(of: .master, source)
    case .pop:
      let pop = try library.popKind(source)
      return Entry(
        name: pop.name, summary: pop.summary, parameters: pop.parameters,
        games: [BubblePop.name], glyph: nil)
    case .spawner:
      let spawner = try library.spawner(source)
      return Entry(
        name: spawner.name, summary: spawner.summary, parameters: spawner.parameters,
        games: spawner.games.isEmpty ? library.games.names(using: .spawner) : spawner.games,
        glyph: nil)
    case .game:
      let game = try library.openGame(source)
      return Entry(
        name: game.spec.name, summary: game.spec.summary, parameters: [],
        games: [game.spec.name], glyph: nil)
    case .cards:
      let game = try library.cardGame(source)
      return Entry(
        name: game.name, summary: game.summary, parameters: [],
        games: [(CardsKind(rawValue: game.name) ?? .cards).rawValue], glyph: nil)
    }
  }

  private func peggleEntry(
    of kind: PeggleScriptKind, _ source: ScriptSource
  ) throws(ScriptFault) -> Entry {
    let script = try library.peggleScript(kind, source)
    return Entry(
      name: script.name, summary: script.summary, parameters: script.parameters,
      games: [Peggle.name], glyph: script.glyph)
  }

  private func checkDuplicates(
    of entry: Entry, _ source: ScriptSource, among others: [Script]
  ) throws(ScriptFault) {
    for other in others {
      guard case .success(let known) = other.content else { continue }
      if known.name == entry.name {
        throw ScriptFault(
          kind: .error,
          message:
            "\(source.name):\(source.line(settingField: "name")): \(other.path) is already called"
            + " '\(entry.name)'; choose another name")
      }
      if let glyph = entry.glyph, known.glyph == glyph {
        throw ScriptFault(
          kind: .error,
          message:
            "\(source.name):\(source.line(settingField: "glyph")): `glyph` \"\(glyph)\" is already"
            + " used by \(other.path); choose another")
      }
    }
  }
}
