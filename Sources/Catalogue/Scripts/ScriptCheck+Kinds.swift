import BubbleBlastGame
import BubblePopGame
import CardsGame
import SimHarness

extension ScriptCheck {
  /// Checks the file at a path.
  public func report(path: String) -> Report {
    do throws(ScriptFault) {
      var source = try library.source(at: path, shownAs: path)
      if Self.fileName(of: path).hasPrefix("_template") {
        let text = ScriptTemplate.filled(
          source.text, name: "template",
          glyph: freeGlyph(for: "template", folder: Self.folder(of: path)) ?? "?")
        source = ScriptSource(name: path, text: text)
      }
      return report(source, folder: Self.folder(of: path))
    } catch {
      var report = Report(file: path)
      report.add(error)
      return report
    }
  }

  /// Checks a script.
  ///
  /// `folder` is the name of the folder it lies in, which decides its kind if its table does not.
  public func report(_ source: ScriptSource, folder: String = "") -> Report {
    LoadingBudget(
      instructions: LoadingBudget.checkInstructions, for: "checking a script"
    ).within { checked(source, folder: folder) }
  }

  private func checked(_ source: ScriptSource, folder: String) -> Report {
    var report = Report(file: source.name)
    do throws(ScriptFault) {
      let modules = try library.libraries(for: source)
      let folder = folder.isEmpty ? Self.folder(of: source.name) : folder
      if try checkOther(source, modules, folder: folder, &report) { return report }
      let kind = try Self.kind(of: source, modules: modules, folder: folder)
      report.kind = kind
      switch kind {
      case .bubble: try checkBubble(source, modules, &report)
      case .agent: try checkAgent(source, modules, &report)
      case .generator: try checkGenerator(source, modules, &report)
      case .peg: try checkPeggle(.peg, source, modules, &report)
      case .mode: try checkPeggle(.mode, source, modules, &report)
      case .master: try checkPeggle(.master, source, modules, &report)
      case .pop:
        let pop = try ScriptedPop.kind(from: source, libraries: modules)
        report.name = pop.name
        PopScriptCheck(.kind(pop), modules: modules).run(&report)
      case .spawner:
        let spawner = try ColourSpawner(
          from: source, knownGames: library.games.names(using: .spawner), libraries: modules)
        report.name = spawner.name
        check(spawner, modules, &report)
      case .cards: try checkCards(source, modules, &report)
      case .game: try checkGame(source, modules, &report)
      }
    } catch {
      report.add(source.naming(error))
    }
    if report.problems.count > Self.maxProblems {
      report.problems.removeLast(report.problems.count - Self.maxProblems)
    }
    return report
  }

  /// Checks a file of the scripts folder that is of no kind: a module, or an editor's definitions.
  private func checkOther(
    _ source: ScriptSource, _ modules: [ScriptSource], folder: String, _ report: inout Report
  ) throws(ScriptFault) -> Bool {
    let file = Self.fileName(of: source.name)
    report.name = file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
    if source.text.hasPrefix("---@meta") {
      report.noun = "definitions"
      report.work = "for editors"
      return true
    }
    guard folder == "lib" else { return false }
    let vm = try LuaVM.open(limits: .standard, interfaces: [], libraries: modules)
    _ = try vm.load(source)
    report.noun = "module"
    report.work = "loads"
    return true
  }

  /// Finds a script's kind by the fields of its table, else by its folder.
  public static func kind(
    of source: ScriptSource, modules: [ScriptSource], folder: String
  ) throws(ScriptFault) -> ScriptKind {
    let vm = try LuaVM.open(limits: .standard, interfaces: [], libraries: modules)
    let table = try vm.export(try vm.load(source), of: source)
    // One of them may be misspelled, which the check of a game says.
    let rules = [RulesFunction.setup, .moves, .apply, .outcome]
    if rules.count(where: { table[$0.name] == .function }) > 1 { return .game }
    if table["choose"] == .function { return .agent }
    if table["generate"] == .function { return .generator }
    if let kind = ScriptKind.allCases.first(where: { $0.folder == folder }), kind.peggle != nil {
      return kind
    }
    if table["power"] == .function { return .master }
    if table["is_won"] == .function { return .mode }
    if table["on_hit"] == .function || table["on_clear"] == .function { return .peg }
    if table["next"] == .function { return .spawner }
    if table["on_pop"] == .function || table["on_expire"] == .function { return .pop }
    if table["match"] == .function || table["deck"] == .function { return .cards }
    if table["glyph"] == .none {
      if let kind = ScriptKind.allCases.first(where: { $0.folder == folder }) { return kind }
      if table["games"] != .none { return .agent }
      if table["game"] != .none { return .generator }
    }
    return .bubble
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().last.map(String.init) ?? ""
  }

  // MARK: Bubbles

  private func checkBubble(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let kind = try ScriptedBubble.kind(from: source, libraries: modules)
    report.name = kind.name
    checkDuplicates(of: kind, &report)
    let catalog = OverlaidKindCatalog(kind, beside: library)
    let kinds: [BubbleKind]
    do throws(LevelError) {
      kinds = try BubbleKindResolver(catalog: catalog).closure(of: [kind.name])
    } catch {
      report.add(error.description, at: source, line: source.line(settingField: "uses"))
      return
    }
    let needsModules = kinds.contains { $0.source.mentionsRequire }
    let smoke = BubbleScriptCheck(
      kind: kind, kinds: kinds, modules: needsModules ? try library.modules() : [])
    smoke.run(&report)
  }

  /// The other files of a kind whose names and glyphs a script may not have: one's own where it is
  /// one's own, the built-in ones where it is built in.
  func rivals(of source: ScriptSource, _ kind: ScriptKind) -> [String] {
    let isBuiltIn = library.isBuiltIn(source.name)
    return library.files(of: kind).filter {
      Self.fileName(of: $0) != Self.fileName(of: source.name)
        && library.isBuiltIn($0) == isBuiltIn
    }
  }

  /// Reports other kinds of the library with the same name or glyph.
  private func checkDuplicates(of kind: BubbleKind, _ report: inout Report) {
    var glyphs: Set<Character> = []
    var duplicate: (name: String, glyph: Bool)?
    for path in rivals(of: kind.source, .bubble) {
      guard let source = try? library.source(at: path, shownAs: path),
        let other = try? library.bubbleKind(source)
      else { continue }
      glyphs.insert(other.glyph)
      if other.name == kind.name {
        report.add(
          "\(path) is already called '\(kind.name)'; choose another name", at: kind.source,
          line: kind.source.line(settingField: "name"))
      } else if other.glyph == kind.glyph {
        duplicate = (path, true)
      }
    }
    if duplicate == nil, let name = BubbleLegend.defaultKinds[kind.glyph], name != kind.name {
      duplicate = ("the kind \(name)", true)
    }
    guard let duplicate else { return }
    let free = GlyphChooser.free(for: kind.name, taken: glyphs)
    report.add(
      "`glyph` \"\(kind.glyph)\" is already used by \(duplicate.name); choose another"
        + (free.map { ", such as \"\($0)\"" } ?? ""),
      at: kind.source, line: kind.source.line(settingField: "glyph"))
  }

  /// A character that no bubble of the library, or no peg for a peg's folder, is printed as.
  private func freeGlyph(for name: String, folder: String) -> Character? {
    let kind: ScriptKind = folder == ScriptKind.peg.folder ? .peg : .bubble
    let taken = ScriptListing(library: library).scripts(of: kind).compactMap { script in
      try? script.content.get().glyph
    }
    return GlyphChooser.free(for: name, taken: Set(taken))
  }

  static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: Spawners

  /// Plays a spawner in each of its games; one that fails in one of them may be meant for the
  /// others only, which its author must say.
  private func check(
    _ spawner: ColourSpawner, _ modules: [ScriptSource], _ report: inout Report
  ) {
    let games = [BubblePop.name, BubbleBlast.name].filter { spawner.isFor($0) }
    if games.contains(BubblePop.name) {
      PopScriptCheck(.spawner(spawner), modules: modules).run(&report)
    }
    if games.contains(BubbleBlast.name) {
      BubbleSpawnerCheck(spawner, modules: modules).run(&report)
    }
    let failed = Set(report.faultsByGame.map(\.game))
    guard failed.count == 1, let other = games.first(where: { !failed.contains($0) }) else {
      return
    }
    for fault in report.faultsByGame {
      guard let place = report.problems.firstIndex(of: fault.problem) else { continue }
      report.problems[place] +=
        "; if the spawner is for \(other) only, set games = { \"\(other)\" }"
    }
  }

  // MARK: Agents

  private func checkAgent(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let script = try AgentScript(
      from: source, libraries: modules, knownGames: library.games.names)
    report.name = script.name
    var played = 0
    var moves = 0
    var faults: Set<String> = []
    let own = library.games.scriptedNames.filter { script.games.contains($0) }
      .compactMap { library.games.game(named: $0) }
    for game in games.filter({ script.games.contains($0.name) }) + own {
      for values in Self.sampleValues(of: script.parameters) {
        let configured = script.with(values: values)
        var printed: [String] = []
        let first = game.smokeGames(configured, modules) { line in
          if printed.count < Self.maxPrinted { printed.append(line) }
        }
        report.printed += printed.prefix(Self.maxPrinted - report.printed.count)
        let second = game.smokeGames(configured, modules) { _ in }
        for (one, other) in zip(first, second) {
          played += 1
          moves += one.result.moves
          if let message = one.result.fault {
            let fault = source.naming(ScriptFault(kind: .error, message: message)).message
            // What also happens with the default values, which are the first, has nothing to do
            // with these.
            let isNew = faults.insert(fault).inserted
            if values == script.values {
              report.add(fault)
            } else if isNew {
              report.add("\(fault) (with \(Self.words(for: values, of: script.parameters)))")
            }
          } else if one != other {
            report.add(
              "played the same game twice and made different moves (\(game.name), \(one.level))",
              at: source, line: source.line(settingField: "choose"))
          }
          if report.problems.count >= Self.maxProblems { return }
        }
      }
    }
    report.work = "\(played) games, \(moves) moves, each game the same twice"
  }

  // MARK: Generators

  private func checkGenerator(
    _ source: ScriptSource, _ modules: [ScriptSource], _ report: inout Report
  ) throws(ScriptFault) {
    let script = try GeneratorScript(
      from: source, libraries: modules, knownGames: library.games.names)
    report.name = script.name
    guard let game = library.games.game(named: script.game) else { return }
    let levels = checkLevels(
      of: script, game, library, corners: Self.corners(of: script.parameters), &report)
    report.work = "\(levels) levels, all valid"
  }

  /// Makes levels with several seeds, with each parameter at its ends and with `corners`, and reports
  /// what is wrong with them; gives how many it made.
  func checkLevels(
    of script: GeneratorScript, _ game: GameEntry, _ library: ScriptLibrary,
    corners: [[Double]] = [], _ report: inout Report
  ) -> Int {
    let source = script.source
    var levels = 0
    var printed: [String] = []
    defer { report.printed += printed }
    var seen: Set<String> = []
    var tasks: [(seed: UInt64, values: [Double])] = []
    let samples = Self.sampleValues(of: script.parameters)
    for seed in 1...5 { tasks.append((UInt64(seed), samples[0])) }
    for values in samples.dropFirst() + corners {
      tasks.append((1, values))
    }
    for task in tasks {
      let named = Dictionary(
        uniqueKeysWithValues: zip(script.parameters.map(\.name), task.values))
      var place = "seed \(task.seed)"
      if task.values != samples[0] {
        place += ", " + Self.words(for: task.values, of: script.parameters)
      }
      levels += 1
      do throws(ScriptFault) {
        let tree = try script.generate(seed: task.seed, values: named) { line in
          if printed.count < Self.maxPrinted { printed.append(line) }
        }
        for issue in levelIssues(tree, of: game, source, library)
        where seen.insert(issue).inserted {
          report.add(
            "\(place): \(issue)", at: source, line: source.line(settingField: "generate"))
        }
      } catch {
        let message = source.naming(error).message
        if seen.insert(message).inserted { report.add("\(message) (\(place))") }
      }
      if report.problems.count >= Self.maxProblems { break }
    }
    return levels
  }

  /// Everything wrong with a generated level, which is read like a file and started.
  private func levelIssues(
    _ tree: JSONTree, of game: GameEntry, _ source: ScriptSource, _ library: ScriptLibrary
  ) -> [String] {
    let level: PlayableLevel
    do {
      let file = try LevelFile.read(
        generated: tree.havingName, by: source, catalog: library)
      try file.checkPlayable(catalog: library)
      level = try game.ready(file, library, .none)
    } catch let issues as FileIssues {
      return issues.issues.map { "\($0.path): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
    let needsModules = level.scripts.contains(where: \.mentionsRequire)
    let host = ScriptHost(
      interfaces: game.interfaces,
      libraries: needsModules ? (try? self.library.modules()) ?? [] : [])
    var outcome = Outcome.ended
    // Of games that are dealt, some may be over at once and others not.
    for index in 0..<LevelReview.starts {
      let request = ReplayRequest(
        level: level, seed: 1, index: index, moves: [], scripts: host, step: { _ in })
      do throws(ReplayError) {
        let replay = try game.replay(request)
        if let fault = replay.fault { return [fault.message] }
        guard let found = replay.outcome else { return [] }
        outcome = found
      } catch {
        return [error.description]
      }
    }
    let how = outcome == .ended ? "over" : outcome.rawValue
    return ["the level is \(how) before the first move"]
  }
}

extension JSONTree {
  /// The level with a name, which the commands that generate levels replace.
  fileprivate var havingName: JSONTree {
    guard case .object(let members) = self, !members.contains(where: { $0.key == "name" }) else {
      return self
    }
    return .object(members + [(key: "name", value: "check")])
  }
}

/// A catalog in which one kind is replaced or added.
private struct OverlaidKindCatalog: BubbleKindCatalog {
  private let kind: BubbleKind
  private let others: any BubbleKindCatalog

  init(_ kind: BubbleKind, beside others: any BubbleKindCatalog) {
    self.kind = kind
    self.others = others
  }

  var bubbleKindNames: [String] { Set(others.bubbleKindNames + [kind.name]).sorted() }

  func bubbleKind(named name: String) throws(ScriptFault) -> BubbleKind? {
    name == kind.name ? kind : try others.bubbleKind(named: name)
  }

  var colourSpawnerNames: [String] { others.colourSpawnerNames }

  func colourSpawner(named name: String) throws(ScriptFault) -> ColourSpawner? {
    try others.colourSpawner(named: name)
  }
}
