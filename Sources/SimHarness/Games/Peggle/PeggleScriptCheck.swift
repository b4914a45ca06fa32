/// The smoke game of a peg's, mode's or master's script: a small level that uses it much, seeded
/// shots, played as usual and then with a fresh machine before every hook.
///
/// Memory lives in the state, not in the script; so both must give the same trace, turn by turn.
package struct PeggleScriptCheck<Catalog: PeggleCatalog & PeggleScriptSource> {
  private let script: PeggleScript
  /// Where the script and all it needs come from.
  private let catalog: Catalog
  private let modules: [ScriptSource]

  /// Shots at the default parameters, and at each minimum and maximum of one.
  private static var shots: Int { 24 }
  private static var shotsOfCorner: Int { 12 }
  /// Faults after which no more are looked for.
  private static var mostFaults: Int { 5 }

  /// - Parameters:
  ///   - script: what is checked.
  ///   - catalog: where it and all it needs come from.
  ///   - modules: what `require` finds.
  package init(script: PeggleScript, catalog: Catalog, modules: [ScriptSource]) {
    self.script = script
    self.catalog = catalog
    self.modules = modules
  }

  /// Plays and adds what was found.
  package func run(_ report: inout ScriptCheck.Report) {
    var shots = 0
    var calls = [Int](repeating: 0, count: PeggleScript.Hook.allCases.count)
    for (index, values) in ScriptCheck.sampleValues(of: script.parameters).enumerated() {
      let level: PeggleLevel
      do throws(LevelError) {
        level = try makeLevel(values)
      } catch {
        let line = script.source.line(settingField: script.kind == .peg ? "power" : "name")
        report.add(error.description, at: script.source, line: line)
        return
      }
      let count = index == 0 ? Self.shots : Self.shotsOfCorner
      let place =
        index == 0 ? "" : " (with \(ScriptCheck.words(for: values, of: script.parameters)))"
      let usual = play(level, shots: count, freshness: .everyGame)
      shots += usual.turns.count
      for hook in calls.indices { calls[hook] += usual.calls[hook] }
      for line in usual.printed where report.printed.count < ScriptCheck.mostPrinted {
        report.printed.append(line)
      }
      for fault in usual.faults { report.add(script.source.naming(fault).message + place) }
      guard usual.faults.isEmpty else { return }
      let fresh = play(level, shots: count, freshness: .everyCall)
      if let problem = difference(usual, fresh) {
        report.add(problem.message + place, at: script.source, line: problem.line)
        return
      }
    }
    let idle = PeggleScript.Hook.allCases.filter {
      script.hooks.has($0) && calls[$0.rawValue] == 0
    }
    report.work =
      "\(shots) shots, \(calls.reduce(0, +)) hook calls"
      + (idle.isEmpty ? "" : "; \(idle.map(\.name).joined(separator: ", ")) never ran")
  }

  /// What differs between the usual game and the one with fresh machines, if anything does.
  private func difference(
    _ usual: Playthrough, _ fresh: Playthrough
  ) -> (message: String, line: Int)? {
    let advice =
      script.kind == .mode
      ? "store numbers in state.vars" : "store numbers with world:set_data or in world.vars"
    for (place, turn) in usual.turns.enumerated() {
      guard place < fresh.turns.count, fresh.turns[place].line == turn.line else {
        let line = turn.lastHook.map { script.source.line(settingField: $0.name) } ?? 1
        let what =
          fresh.faults.first.map { "fails with a new Lua machine (\($0.message))" }
          ?? "differs with a new Lua machine"
        return ("keeps state between calls: turn \(place + 1) \(what); \(advice)", line)
      }
    }
    return nil
  }

  // MARK: Playing

  /// One turn of a smoke game.
  private struct PlayedTurn {
    /// The trace line.
    let line: String
    /// The hook of the script that ran last.
    let lastHook: PeggleScript.Hook?
  }

  private struct Playthrough {
    var turns: [PlayedTurn] = []
    var faults: [ScriptFault] = []
    var calls: [Int] = []
    var printed: [String] = []
    /// Shots tried, those that failed included.
    var attempts = 0

    /// Whether there is no use in going on: a limit was reached, or enough went wrong.
    var isOver: Bool {
      faults.count >= PeggleScriptCheck.mostFaults || faults.contains { $0.kind != .error }
    }
  }

  private func play(
    _ level: PeggleLevel, shots: Int, freshness: ScriptHost.Freshness
  ) -> Playthrough {
    var play = Playthrough()
    var printed: [String] = []
    let host = ScriptHost(
      interfaces: Peggle.allInterfaces, libraries: modules, freshness: freshness
    ) { line in
      if printed.count < ScriptCheck.mostPrinted { printed.append(line) }
    }
    let counter = HookCounter(host, hooks: PeggleScript.Hook.allCases.count)
    counter.counted =
      level.setup.scripts.firstIndex { $0.kind == script.kind && $0.name == script.name } ?? 0
    var games = 0
    while play.attempts < shots, !play.isOver {
      playGame(games, of: level, until: shots, counter, &play)
      games += 1
      if freshness == .everyCall && !play.faults.isEmpty { break }
    }
    play.calls = counter.counts
    play.printed = printed
    return play
  }

  /// Plays one game, to its end or to the last shot.
  ///
  /// A shot that fails leaves the state as it was; the game goes on with another, so that several
  /// faults are found at once.
  private func playGame(
    _ index: Int, of level: PeggleLevel, until shots: Int, _ host: HookCounter,
    _ play: inout Playthrough
  ) {
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
    var context = GameContext(streams: streams, scripts: host)
    var imagination = GameContext.imagination(for: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    var state: PeggleState
    do throws(LevelError) {
      state = try PeggleState(level: level, in: &context)
    } catch {
      play.attempts = shots
      play.faults.append(error.fault)
      return
    }
    while state.outcome == nil, play.attempts < shots, !play.isOver {
      let index = random.below(state.legalMoveCount)
      let move = state.legalMove(at: index)
      play.attempts += 1
      var events: [PeggleEvent] = []
      host.last = nil
      var foreseen = 0
      do throws(PlayError) {
        foreseen = try foresee(index, of: state, in: &imagination)
        do throws(MoveError) {
          try state.apply(move, in: &context) { events.append($0) }
        } catch {
          throw PlayError(error)
        }
      } catch {
        if !play.faults.contains(error.fault) { play.faults.append(error.fault) }
        continue
      }
      let line = PeggleTrace().line(
        turn: play.turns.count + 1, move: move, events: events, state: state,
        end: state.outcome.map { GameEnd($0) })
      play.turns.append(
        PlayedTurn(
          line: JSONWriter.compact(line) + " \(foreseen)",
          lastHook: host.last.flatMap { PeggleScript.Hook(rawValue: $0) }))
      do throws(InvariantViolation) {
        try state.checkInvariants()
      } catch {
        preconditionFailure("the game broke its own rules: \(error.description)")
      }
    }
  }

  /// What a mode's script thinks of a shot before it is played.
  private func foresee(
    _ index: Int, of state: PeggleState, in imagination: inout GameContext
  ) throws(PlayError) -> Int {
    guard script.hooks.has(.value) || script.hooks.has(.progress) else { return 0 }
    var lookahead = PeggleLookahead()
    do throws(AgentError) {
      return try lookahead.foresee(index, of: Turn(state: state), in: &imagination).greedyValue
    } catch {
      throw PlayError(error)
    }
  }

  /// Rows of pegs: the peg that is checked, or pegs with the power of the master that is, in every
  /// third place.
  private func makeLevel(_ values: [Double]) throws(LevelError) -> PeggleLevel {
    let others = script.kind == .peg ? [script.name] : script.kind == .master ? ["green"] : []
    let colours = ["blue", "orange"] + (others.isEmpty ? ["blue"] : others)
    var file = Peggle.fixedLevel("smoke game", colours: colours, balls: 8)
    if script.kind == .mode { file.mode = script.name }
    if script.kind == .master { file.master = script.name }
    if !values.isEmpty {
      file.parameters[script.name] = Dictionary(
        uniqueKeysWithValues: zip(script.parameters.map(\.name), values))
    }
    return try PeggleLevel(file, catalog: catalog)
  }
}

/// A library with one script in the place of whichever has its name, and the plainest of pegs and a
/// mode where the library has none.
package struct OnePeggleScriptMore: PeggleCatalog, PeggleScriptSource {
  private let script: PeggleScript
  private let others: ScriptLibrary
  private let plain: [PeggleScript]

  package init(_ script: PeggleScript, beside others: ScriptLibrary) {
    self.script = script
    self.others = others
    func plainest(
      _ kind: PeggleScriptKind, _ name: String, _ text: String, _ power: PeggleScript.Power = .none,
      hooks: PeggleScript.Hooks = []
    ) -> PeggleScript {
      PeggleScript(
        kind, name: name, power: power, hooks: hooks,
        source: ScriptSource(name: "\(kind.folder)/\(name).lua", text: text))
    }
    plain = [
      plainest(.peg, "blue", "return {}"), plainest(.peg, "orange", "return {}"),
      plainest(.peg, "green", "return {}", .ofLevel),
      plainest(
        .mode, "classic",
        "return { is_won = function(state) return state.orange_left == 0 end }",
        hooks: PeggleScript.Hooks(.isWon)),
    ]
  }

  package func peggleDefinition(
    of kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScript? {
    if kind == script.kind && name == script.name { return script }
    if let found = try others.peggleDefinition(of: kind, named: name) { return found }
    return plain.first { $0.kind == kind && $0.name == name }
  }

  package func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts? {
    try peggleDefinition(of: kind, named: name)?.facts
  }

  package func peggleScriptNames(of kind: PeggleScriptKind) -> [String] {
    others.peggleScriptNames(of: kind)
  }
}
