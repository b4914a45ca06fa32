import BubbleBlastGame
import CardsGame
import SimHarness

/// Plays the examples of a script and compares the results with the expected ones.
public struct ScriptTest {
  /// The result of one example.
  public struct Outcome: Sendable {
    public let name: String
    public let line: Int
    /// What differs or went wrong, line by line; empty if all is as expected.
    public let problems: [String]
    /// What scripts printed, at most `maxPrinted` lines.
    public let printed: [PrintedLine]

    public var isFine: Bool { problems.isEmpty }
  }

  /// Why an example cannot be played, in lines.
  private struct Refusal: Error {
    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    init(_ line: String) { lines = [line] }
  }

  /// Lines of print that are kept per example.
  public static let maxPrinted = 20

  /// The script whose examples they are.
  public let script: ScriptSource
  public let kind: ScriptKind
  /// The script's own name.
  public let name: String
  private let library: ScriptLibrary
  private let games: [String]
  /// The kinds a bubble uses beside itself.
  private let uses: [String]
  private let glyph: Character?

  /// - Throws: The script's fault, if it does not load.
  public init(script: ScriptSource, folder: String, library: ScriptLibrary) throws(ScriptFault) {
    self.script = script
    self.library = library
    kind = try ScriptCheck.kind(
      of: script, modules: try library.libraries(for: script), folder: folder)
    let entry = try ScriptListing(library: library).entry(of: kind, script)
    name = entry.name
    games = entry.games
    glyph = entry.glyph
    uses = kind == .bubble ? try library.bubbleKind(named: entry.name)?.uses ?? [] : []
  }

  /// Plays one example.
  public func run(_ test: ScriptTestFile.Case) -> Outcome {
    var printed: [PrintedLine] = []
    func outcome(_ problems: [String]) -> Outcome {
      Outcome(name: test.name, line: test.line, problems: problems, printed: printed)
    }
    do throws(Refusal) {
      let found = try found(test) { line in
        if printed.count < Self.maxPrinted { printed.append(line) }
      }
      guard !test.expected.isEmpty else {
        return outcome(["`expect` is empty; the result is: \(JSONWriter.compact(.object(found)))"])
      }
      return outcome(test.expected.flatMap { Self.differences($0.key, $0.value, among: found) })
    } catch {
      return outcome(error.lines)
    }
  }

  // MARK: Playing

  /// The members that expectations may name.
  private func found(
    _ test: ScriptTestFile.Case, print: @escaping (PrintedLine) -> Void
  ) throws(Refusal) -> [(key: String, value: JSONTree)] {
    if kind == .generator { return try generated(test, print: print) }
    let (entry, level) = try level(of: test)
    for line in level.printed { print(line) }
    let modules: [ScriptSource]
    do throws(ScriptFault) {
      modules = try library.modules()
    } catch {
      throw Refusal(error.message)
    }
    let moves = try moves(of: test, entry, level, modules, print)
    let printing = ScriptPrinting(sink: print)
    let host = ScriptHost(interfaces: entry.interfaces, libraries: modules, printing: printing)
    var last: JSONTree = .null
    let request = ReplayRequest(
      level: level, seed: test.seed, index: 0, moves: moves, scripts: host
    ) { last = $0.trace() }
    let replay: Replay
    do throws(ReplayError) {
      replay = try entry.replay(request)
    } catch {
      throw Refusal(error.description)
    }
    if let fault = replay.fault { throw Refusal("a script failed: \(fault.message)") }
    guard case .object(var members) = last else { return [] }
    if case .object(let state)? = members.first(where: { $0.key == "state" })?.value {
      members.removeAll { $0.key == "state" }
      members += state
    }
    return members
  }

  private func generated(
    _ test: ScriptTestFile.Case, print: @escaping (PrintedLine) -> Void
  ) throws(Refusal) -> [(key: String, value: JSONTree)] {
    do throws(ScriptFault) {
      let generator = try library.generator(script, knownGames: library.games.names)
      for (name, value) in test.parameters.sorted(by: { $0.key < $1.key }) {
        guard let parameter = generator.parameters.first(where: { $0.name == name }) else {
          throw ScriptFault(
            kind: .error,
            message: NearestName.complaint(
              about: name, called: "parameter", known: generator.parameters.map(\.name)))
        }
        guard value >= parameter.minimum, value <= parameter.maximum else {
          throw ScriptFault(
            kind: .error,
            message: "params.\(name): it must be from \(JSONWriter.number(parameter.minimum)) to"
              + " \(JSONWriter.number(parameter.maximum))")
        }
      }
      let tree = try generator.generate(seed: test.seed, values: test.parameters) { text in
        print(PrintedLine(script: "\(self.name).lua", text: text))
      }
      guard case .object(let members) = tree else { return [] }
      return members
    } catch {
      throw Refusal(error.message)
    }
  }

  /// The moves to play: those that are given, those that land in the given cells, or a player's.
  private func moves(
    of test: ScriptTestFile.Case, _ entry: GameEntry, _ level: PlayableLevel,
    _ modules: [ScriptSource], _ print: @escaping (PrintedLine) -> Void
  ) throws(Refusal) -> [UInt8] {
    if !test.landings.isEmpty {
      let shooter = TestShooter(landings: test.landings, game: entry.name)
      return try record(
        of: shooter.name, from: shooter.library, turns: test.landings.count, test, entry, level,
        modules
      ) { _ in }
    }
    if test.player != nil || (kind == .agent && test.moves.isEmpty) {
      return try record(
        of: test.player ?? script.name, from: library, turns: test.turns, test, entry, level,
        modules, print)
    }
    let text = Array(JSONWriter.compact(.array(test.moves)).utf8)
    do throws(FileIssues) {
      return try JSONReader.read(text, file: "moves") { entry.decodeMoves(level, $0) }
    } catch {
      throw Refusal(error.issues.map { "moves\($0.path.dropFirst()): \($0.message)" })
    }
  }

  /// What a player plays in the first turns, as a record.
  private func record(
    of player: String, from library: ScriptLibrary, turns: Int, _ test: ScriptTestFile.Case,
    _ entry: GameEntry, _ level: PlayableLevel, _ modules: [ScriptSource],
    _ print: @escaping (PrintedLine) -> Void
  ) throws(Refusal) -> [UInt8] {
    let found: RunPlayer
    do throws(RosterError) {
      found = try Roster.player(player, game: entry, library: library)
    } catch {
      throw Refusal(error.description)
    }
    let scripts = Set(found.scripts.map { ScriptName.stem(of: $0.name) })
    let host = ScriptHost(
      interfaces: entry.interfaces, libraries: modules,
      printing: ScriptPrinting(PrintFilter(scripts: scripts), sink: print))
    let request = BatchRequest(
      seed: test.seed, levelID: level.id, games: 0..<1, maxMoves: turns)
    var row: GameRow?
    let never = { false }
    found.play(request, level, host, never) { row = $0 }
    if let fault = row?.result.fault { throw Refusal("a script failed: \(fault)") }
    return row?.record ?? []
  }

  // MARK: Levels

  /// The example's level, with default values for the fields left out.
  private func level(
    of test: ScriptTestFile.Case
  ) throws(Refusal) -> (entry: GameEntry, level: PlayableLevel) {
    guard case .object(let given)? = test.level else {
      throw Refusal("`level` is missing; add it, with the fields of a level file, such as \"grid\"")
    }
    let bytes = Array(JSONWriter.compact(.object(completed(given, test))).utf8)
    let file: LevelFile
    do throws(FileIssues) {
      file = try LevelFile.read(bytes, file: "level", catalog: library)
    } catch {
      throw Refusal(error.issues.map { "level\($0.path.dropFirst()): \($0.message)" })
    }
    guard let entry = library.games.game(named: file.header.game) else {
      throw Refusal(library.games.complaint(about: file.header.game))
    }
    do throws(LevelError) {
      return (entry, try entry.ready(file, library, .none))
    } catch {
      throw Refusal("level: \(error.description)")
    }
  }

  private func completed(
    _ given: [(key: String, value: JSONTree)], _ test: ScriptTestFile.Case
  ) -> [(key: String, value: JSONTree)] {
    var members = given
    func add(_ key: String, _ value: @autoclosure () -> JSONTree?) {
      if !members.contains(where: { $0.key == key }), let value = value() {
        members.append((key, value))
      }
    }
    add("format", .string(LevelHeader.format))
    add("version", .int(LevelHeader.version))
    add("name", .string(test.name))
    add("game", games.first.map { .string($0) })
    let game = members.first { $0.key == "game" }?.value
    if game == .string(BubbleBlast.name) {
      add("columns", columns(of: given))
      add("legend", legend)
    }
    switch kind {
    case .mode: add("mode", .string(name))
    case .master: add("master", .string(name))
    case .spawner: add("spawner", .string(name))
    case .cards where game == .string(CardsKind.cards.rawValue): add("script", .string(name))
    case .bubble, .peg, .pop, .cards, .agent, .generator, .game: break
    }
    return members
  }

  /// As many as the first row of a grid has.
  private func columns(of level: [(key: String, value: JSONTree)]) -> JSONTree? {
    guard case .array(let rows)? = level.first(where: { $0.key == "grid" })?.value,
      case .string(let first)? = rows.first
    else { return nil }
    return .int(first.count)
  }

  /// A bubble and those that it uses, by their glyphs.
  private var legend: JSONTree? {
    guard kind == .bubble else { return nil }
    var letters: [(key: String, value: JSONTree)] = []
    for name in [name] + uses {
      guard let kind = try? library.bubbleKind(named: name) else { continue }
      let letter = String(kind.glyph)
      if !letters.contains(where: { $0.key == letter }) { letters.append((letter, .string(name))) }
    }
    return .object(letters)
  }
}
