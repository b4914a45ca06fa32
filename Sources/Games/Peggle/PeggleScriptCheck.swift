import SimHarness

/// The smoke game of a peg's, mode's or master's script: a small level that uses it much, seeded
/// shots, played normally and then with a new machine before every hook.
///
/// Memory lives in the state, not in the script; so both must give the same trace, turn by turn.
package struct PeggleScriptCheck<Catalog: PeggleCatalog & PeggleScriptSource> {
  /// What is checked.
  let script: PeggleScript
  /// Where the script and all it needs come from.
  let catalog: Catalog
  /// What `require` finds.
  let modules: [ScriptSource]

  /// Shots at the default parameters, and at each minimum and maximum of one.
  private static var shots: Int { 24 }
  private static var shotsOfCorner: Int { 12 }
  /// Balls of the level.
  private static var balls: Int { 8 }

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
    let smoke = SmokeTest(
      source: script.source, parameters: script.parameters,
      advice: script.kind == .mode
        ? "store numbers in state.vars" : "store numbers with world:set_data or in world.vars",
      levelLine: script.source.line(settingField: script.kind == .peg ? "power" : "name"),
      level: makeLevel
    ) { level, isDefault, machineReuse in
      play(level, shots: isDefault ? Self.shots : Self.shotsOfCorner, machineReuse: machineReuse)
    }
    guard let (shots, calls) = smoke.run(&report) else { return }
    let idle = PeggleScript.Hook.allCases.filter {
      script.hooks.has($0) && calls[$0.rawValue] == 0
    }
    report.work =
      "\(shots) shots, \(calls.reduce(0, +)) hook calls"
      + (idle.isEmpty ? "" : "; \(idle.map(\.name).joined(separator: ", ")) never ran")
  }

  private func play(
    _ level: PeggleLevel, shots: Int, machineReuse: ScriptHost.MachineReuse
  ) -> SmokePlay {
    SmokePlay(
      Peggle.allInterfaces, modules, machineReuse, hooks: PeggleScript.Hook.allCases.count,
      counted: level.setup.scripts.firstIndex {
        $0.kind == script.kind && $0.name == script.name
      } ?? 0
    ) { counter, play in
      var games = 0
      while play.attempts < shots, !play.isOver {
        playGame(games, of: level, until: shots, counter, &play)
        games += 1
        if machineReuse == .never && !play.faults.isEmpty { break }
      }
    }
  }

  /// Plays one game, to its end or to the last shot.
  ///
  /// A shot that fails leaves the state as it was; the game continues with another, so that several
  /// faults are found at once.
  private func playGame(
    _ index: Int, of level: PeggleLevel, until shots: Int, _ host: HookCounter,
    _ play: inout SmokePlay
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
    if state.outcome != nil {
      // Every other game would start the same.
      play.attempts = shots
      play.faults.append(
        ScriptFault(
          kind: .error,
          message: "\(script.source.name):\(script.source.line(settingField: "start")): start takes"
            + " all \(Self.balls) balls of the level, which is then lost before the first shot;"
            + " leave at least 1"))
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
        SmokePlay.Turn(
          line: JSONWriter.compact(line) + " \(foreseen)",
          hook: host.last.flatMap { PeggleScript.Hook(rawValue: $0)?.name }))
      do throws(InvariantViolation) {
        try state.checkInvariants()
      } catch {
        preconditionFailure("the game broke its own rules: \(error.description)")
      }
    }
  }

  /// A mode's evaluation of a shot before it is played.
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
    var file = Peggle.fixedLevel("smoke game", colours: colours, balls: Self.balls)
    if script.kind == .mode { file.mode = script.name }
    if script.kind == .master { file.master = script.name }
    if !values.isEmpty {
      file.parameters[script.name] = Dictionary(
        uniqueKeysWithValues: zip(script.parameters.map(\.name), values))
    }
    return try PeggleLevel(file, catalog: catalog)
  }
}

/// A catalog in which one script is replaced or added, with minimal pegs and a mode if the library
/// has none.
package struct OverlaidPeggleCatalog: PeggleCatalog, PeggleScriptSource {
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
