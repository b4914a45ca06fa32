import ArgumentParser
import Catalogue
import Lab
import SimHarness

/// `playtest list`: what exists, one line each.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List games, levels, agents, scripts of a kind, metrics or a game's rules.",
    discussion: """
      Scripts are your own (./scripts or --scripts) and the built-in ones; if two have the same \
      name, yours is used and listed. \
      Scripts that do not load are reported on stderr, and the exit code is then 65.

      Examples:
        playtest list agents
        playtest list agents tiles             those that play a game
        playtest list bubbles --json
        playtest list pegs
        playtest list features bubble-blast    the columns of `export --moves`
        playtest list rules bubble-blast
        playtest list observation tiles        what players see as numbers
      """)

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case games, levels, agents, bubbles, generators, pegs, modes, masters, pops, spawners, cards
    case metrics, features, rules, observation
  }

  @Argument(
    help: ArgumentHelp(
      "games, levels, agents, bubbles, generators, pegs, modes, masters, pops, spawners, cards,"
        + " metrics, features, rules or observation.",
      valueName: "what"))
  var subject: String
  @Argument(
    help: ArgumentHelp(
      "The game whose agents, rules, metrics, features or observation are listed.",
      valueName: "game"))
  var game: String?
  @Flag(help: "Print JSON.")
  var json = false
  @OptionGroup var workspace: WorkspaceOptions

  /// Rows to print and problems met on the way.
  private struct Listing {
    var rows: [[String]]
    var items: [JSONTree] = []
    var problems: [String] = []
    /// Where each row's script comes from, in words; empty if no row is the user's own.
    private var origins: [String] = []

    init(_ titles: [String]) { rows = [titles] }

    mutating func add(
      _ row: [String], from origin: String, _ item: JSONTree
    ) {
      origins += Array(repeating: Self.builtIn, count: rows.count - 1 - origins.count)
      origins.append(origin)
      add(row, item)
    }

    static let builtIn = "built in"
    static let own = "yours"
    static let replacing = "yours, replaces the built-in one"

    /// The rows, with a column that distinguishes the user's scripts from built-in ones if there
    /// are any of the user's.
    var table: [[String]] {
      guard origins.contains(where: { $0 != Self.builtIn }) else { return rows }
      return zip(rows, ["from"] + origins).map { row, origin in
        row.dropLast() + [origin] + row.suffix(1)
      }
    }

    /// A row whose item has the same texts.
    mutating func add(_ fields: [(key: String, value: String)]) {
      add(fields.map(\.value), .object(fields.map { ($0.key, .string($0.value)) }))
    }

    mutating func add(_ row: [String], _ item: JSONTree) {
      rows.append(row.map { SafeText.escaped($0, limit: 1000) })
      items.append(item)
    }
  }

  func run() throws {
    // Players are called agents here.
    if subject == "players" {
      throw CommandFailure(.usage, "unknown list 'players'; did you mean 'agents'?")
    }
    let subject: Subject = try CommandFailure.named(subject, called: "list")
    if let game, ![.agents, .rules, .metrics, .features, .observation].contains(subject) {
      throw CommandFailure(
        .usage, "list \(subject.rawValue) takes no argument '\(game)'; leave it out")
    }
    let listing = try listing(of: subject)
    if json {
      Console.output(JSONWriter.pretty(.array(listing.items)))
    } else {
      Console.output(TextTable.listing(listing.table, width: Console.width))
    }
    guard !listing.problems.isEmpty else { return }
    throw CommandFailure(.badInput, lines: FileIssues.shown(listing.problems))
  }

  private func listing(of subject: Subject) throws -> Listing {
    switch subject {
    case .games: try games()
    case .levels: try levels()
    case .agents: try agents()
    case .bubbles: try scripts(.bubble, ["bubble", "glyph", "parameters", "what it does"])
    case .generators:
      try scripts(.generator, ["generator", "game", "parameters", "what it makes"])
    case .pegs: try scripts(.peg, ["peg", "glyph", "parameters", "what it does"])
    case .modes: try scripts(.mode, ["mode", "game", "parameters", "goal"])
    case .masters: try scripts(.master, ["master", "game", "parameters", "power"])
    case .pops: try scripts(.pop, ["pop", "game", "parameters", "what it does"])
    case .spawners: try scripts(.spawner, ["spawner", "game", "parameters", "how it draws"])
    case .cards: try scripts(.cards, ["cards", "game", "parameters", "what it is"])
    case .metrics: try metrics()
    case .features: try features()
    case .rules: try rules()
    case .observation: try observation()
    }
  }

  // MARK: Games

  private func games() throws -> Listing {
    var listing = Listing(["game", "what it is"])
    let library = try Workspace.scripts(workspace.scripts)
    let games = library.games
    let engines = Set(Engines.folder.names)
    for name in games.names {
      do throws(ScriptFault) {
        guard let game = try games.entry(named: name) else { continue }
        // Named by their files, as games and engines are found.
        let isHiding = game.engine == nil && engines.contains(name)
        let hidden =
          isHiding ? Engines.folder.path(of: name) : Self.hiddenScript(of: game, library)
        let item: KeyValuePairs<String, JSONTree?> = [
          "name": .string(game.name), "summary": .string(game.summary),
          "hides": hidden.map { .string($0) },
        ]
        listing.add(
          [game.name, game.summary],
          from: Self.origin(of: game, library) + (hidden.map { ", hides \($0)" } ?? ""),
          .members(item))
      } catch {
        listing.problems.append(SafeText.escaped(error.message, limit: 1000))
      }
    }
    return listing
  }

  /// The user's script that is not played, as the program has a game of its name.
  private static func hiddenScript(of game: GameEntry, _ library: ScriptLibrary) -> String? {
    guard library.games.isRegistered(game.name) else { return nil }
    return library.files(of: .game).first { ScriptName.stem(of: $0) == game.name }
  }

  private static func origin(of game: GameEntry, _ library: ScriptLibrary) -> String {
    if game.engine != nil { return "an engine" }
    guard !library.games.isRegistered(game.name),
      let file = library.files(of: .game).first(where: { ScriptName.stem(of: $0) == game.name }),
      !library.isBuiltIn(file)
    else { return Listing.builtIn }
    return library.builtInFile(of: .game, like: file) == nil ? Listing.own : Listing.replacing
  }

  /// The named game, or the only one there is.
  private func chosenGames() throws -> [GameEntry] {
    try game.map {
      [try LevelNew.game($0, try Workspace.scripts(workspace.scripts))]
    } ?? Playtest.games.games
  }

  private func metrics() throws -> Listing {
    var listing = Listing(["metric", "game", "unit", "source", "interval", "meaning"])
    func add(_ metric: MetricDefinition, of game: String) {
      listing.add([
        ("name", metric.name), ("game", game), ("unit", metric.unit),
        ("source", metric.source.rawValue), ("interval", metric.interval),
        ("summary", metric.summary),
      ])
    }
    for metric in MetricCatalog.general { add(metric, of: "all") }
    for game in try chosenGames() {
      for metric in game.metrics { add(metric, of: game.name) }
    }
    return listing
  }

  /// The columns of `export --moves` in a row's order.
  private func features() throws -> Listing {
    var listing = Listing(["column", "game", "about", "type", "unit", "meaning"])
    for game in try chosenGames() {
      for (about, column) in game.turns.labelledColumns {
        listing.add([
          ("name", column.name), ("game", game.name), ("about", about),
          ("type", column.kind.rawValue), ("unit", column.unit), ("summary", column.summary),
        ])
      }
    }
    return listing
  }

  private func rules() throws -> Listing {
    guard game != nil else {
      throw CommandFailure(
        .usage,
        "list rules: name a game: \(NearestName.list(try Workspace.scripts(workspace.scripts).games.names))"
      )
    }
    var listing = Listing(["rule", "default", "range", "unit", "level field", "meaning"])
    for game in try chosenGames() {
      for rule in game.rules {
        let defaultValue = rule.defaultValue.map { JSONWriter.number($0) } ?? "none"
        let range = "\(JSONWriter.number(rule.minimum)) to \(JSONWriter.number(rule.maximum))"
        let field = rule.field ?? "rules.\(rule.name)"
        listing.add(
          [rule.name, defaultValue, range, rule.unit, field, rule.summary],
          [
            "name": .string(rule.name), "default": rule.defaultValue.map { number($0) } ?? .null,
            "min": number(rule.minimum), "max": number(rule.maximum),
            "whole": .bool(rule.isWhole), "unit": .string(rule.unit), "field": .string(field),
            "summary": .string(rule.summary),
          ])
      }
    }
    return listing
  }

  /// What players get of a game in Lua who see numbers alone, on the level with every field at its
  /// default.
  private func observation() throws -> Listing {
    let library = try Workspace.scripts(workspace.scripts)
    guard let name = game else {
      throw CommandFailure(
        .usage,
        "list observation: name a game in Lua: \(NearestName.list(library.games.scriptedNames))"
      )
    }
    guard let game = try LevelNew.game(name, library).definition as? OpenGame else {
      throw CommandFailure(
        .usage,
        "list observation: \(name) is not a game in Lua; choose one of"
          + " \(NearestName.list(library.games.scriptedNames))")
    }
    var listing = Listing(["field", "numbers", "range", "from"])
    let level = try OpenLevelFile(of: game, name: "observation").level()
    for field in try game.observation(on: level) {
      listing.add(
        [
          field.field, "\(field.length)", "\(field.range.lowerBound) to \(field.range.upperBound)",
          game.spec.observation.isEmpty ? "random games" : "the script",
        ],
        [
          "name": .string(field.field), "length": .int(field.length),
          "min": .int(field.range.lowerBound), "max": .int(field.range.upperBound),
          "declared": .bool(!game.spec.observation.isEmpty),
        ])
    }
    return listing
  }

  // MARK: Levels

  private func levels() throws -> Listing {
    let library = try Workspace.scripts(workspace.scripts)
    var listing = Listing(["level", "game", "file"])
    for (entry, argument) in try Workspace.listedLevels(library) {
      if let problem = entry.problem { listing.problems.append(problem) }
      guard let name = entry.name else { continue }
      let game = entry.game ?? ""
      listing.add(
        [name, game, argument],
        ["name": .string(name), "game": .string(game), "file": .string(entry.path)])
    }
    return listing
  }

  // MARK: Scripts

  private func agents() throws -> Listing {
    let library = try Workspace.scripts(workspace.scripts)
    let name = try game.map { try LevelNew.game($0, library).name }
    func plays(_ games: [String]) -> Bool { name.map(games.contains) ?? true }
    var listing = Listing(["agent", "games", "parameters", "how it plays"])
    for entry in Roster.builtInEntries(among: library.games) where plays(entry.games) {
      listing.add(
        [
          entry.name, entry.games.joined(separator: ", "), words(for: entry.parameters),
          entry.summary,
        ],
        [
          "name": .string(entry.name), "games": .array(entry.games.map { .string($0) }),
          "params": trees(of: entry.parameters), "summary": .string(entry.summary),
          "file": .null, "builtIn": true,
        ])
    }
    addScripts(.agent, library, to: &listing) { plays($0.games) }
    addPlayers(library, to: &listing) { plays([$0.game]) }
    return listing
  }

  /// The players of files, except those whose name another agent has.
  private func addPlayers(
    _ library: ScriptLibrary, to listing: inout Listing, where isListed: (PlayerFile) -> Bool
  ) {
    let scripts = Set(library.names(of: .agent))
    for (name, path) in library.playerFiles
    where !scripts.contains(name) && !Roster.isBuiltIn(name, among: library.games) {
      do {
        guard let source = try library.player(named: name) else { continue }
        let file = try PlayerFile(reading: Array(source.text.utf8), file: source.name)
        guard isListed(file) else { continue }
        listing.add(
          [name, file.game, "", file.summary], from: "yours",
          [
            "name": .string(name), "games": [.string(file.game)], "params": [],
            "summary": .string(file.summary), "file": .string(path), "builtIn": false,
          ])
      } catch let fault as ScriptFault {
        listing.problems.append(SafeText.escaped(fault.message, limit: 1000))
      } catch {
        let lines = (error as? FileIssues)?.lines ?? []
        listing.problems.append(lines.first ?? "\(path): the player file cannot be read")
      }
    }
  }

  /// The scripts of a kind.
  private func scripts(_ kind: ScriptKind, _ titles: [String]) throws -> Listing {
    var listing = Listing(titles)
    addScripts(kind, try Workspace.scripts(workspace.scripts), to: &listing)
    return listing
  }

  private static func origin(of script: ScriptListing.Script) -> String {
    if script.isBuiltIn { return Listing.builtIn }
    return script.replaced == nil ? Listing.own : Listing.replacing
  }

  private func addScripts(
    _ kind: ScriptKind, _ library: ScriptLibrary, to listing: inout Listing,
    where isListed: (ScriptListing.Entry) -> Bool = { _ in true }
  ) {
    let scripts = ScriptListing(library: library)
    for script in kind == .generator ? scripts.generators : scripts.scripts(of: kind) {
      switch script.content {
      case .success(let entry):
        guard isListed(entry) else { continue }
        let row = [
          // A run finds agents and generators by the names of their files.
          kind == .agent || kind == .generator ? ScriptName.stem(of: script.path) : entry.name,
          entry.glyph.map { String($0) } ?? entry.games.joined(separator: ", "),
          words(for: entry.parameters), entry.summary,
        ]
        let item: KeyValuePairs<String, JSONTree?> = [
          "name": .string(row[0]), "glyph": entry.glyph.map { .string(String($0)) },
          "games": .array(entry.games.map { .string($0) }), "params": trees(of: entry.parameters),
          "summary": .string(entry.summary), "file": .string(script.path),
          "builtIn": .bool(script.isBuiltIn), "replaces": script.replaced.map { .string($0) },
        ]
        listing.add(row, from: Self.origin(of: script), .members(item))
      case .failure(let fault):
        listing.problems.append(SafeText.escaped(fault.message, limit: 1000))
      }
    }
  }

  // MARK: Parameters

  /// `hits=1 (1 to 9), fuse=8 (1 to 99)`.
  private func words(for parameters: [ScriptParameter]) -> String {
    parameters.map { parameter in
      "\(parameter.name)=\(JSONWriter.number(parameter.defaultValue))"
        + " (\(JSONWriter.number(parameter.minimum)) to \(JSONWriter.number(parameter.maximum)))"
    }.joined(separator: ", ")
  }

  private func trees(of parameters: [ScriptParameter]) -> JSONTree {
    .array(
      parameters.map { parameter in
        [
          "name": .string(parameter.name), "default": number(parameter.defaultValue),
          "min": number(parameter.minimum), "max": number(parameter.maximum),
        ]
      })
  }

  private func number(_ value: Double) -> JSONTree {
    Int(exactly: value).map { .int($0) } ?? .double(value)
  }
}
