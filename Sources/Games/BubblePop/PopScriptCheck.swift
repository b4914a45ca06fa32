import SimHarness

/// The smoke game of a script of bubble pop, played normally and then with a new machine before
/// every call: both must give the same trace, move by move.
package struct PopScriptCheck {
  /// What is checked.
  package enum Subject {
    case kind(PopKind)
    case spawner(ColourSpawner)
  }

  private let subject: Subject
  private let modules: [ScriptSource]
  private let source: ScriptSource
  private let parameters: [ScriptParameter]

  /// Touches and waits of a game.
  private static let moves = 60

  package init(_ subject: Subject, modules: [ScriptSource]) {
    self.subject = subject
    self.modules = modules
    switch subject {
    case .kind(let kind): (source, parameters) = (kind.source, kind.parameters)
    case .spawner(let spawner): (source, parameters) = (spawner.source, spawner.parameters)
    }
  }

  /// Plays and adds what was found.
  package func run(_ report: inout ScriptCheck.Report) {
    let smoke = SmokeTest(
      source: source, parameters: parameters, game: game, turn: "move", advice: advice,
      level: level
    ) { level, _, machineReuse in play(level, machineReuse: machineReuse) }
    guard let (moves, calls) = smoke.run(&report) else { return }
    report.work = "\(moves) moves, \(calls.reduce(0, +)) calls"
  }

  /// A spawner may be for another game, too.
  private var game: String? {
    switch subject {
    case .kind: nil
    case .spawner: BubblePop.name
    }
  }

  /// A spawner has no numbers of its own to store.
  private var advice: String {
    switch subject {
    case .kind: "store numbers in game.vars"
    case .spawner: ColourSpawner.adviceOnMemory
    }
  }

  /// A game in which the script controls every third bubble, or all.
  private func play(_ level: PopLevel, machineReuse: ScriptHost.MachineReuse) -> SmokePlay {
    SmokePlay(
      BubblePop.allInterfaces, modules, machineReuse, hooks: PopKind.Hook.allCases.count
    ) { host, play in
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
      var context = GameContext(streams: streams, scripts: host)
      var random = SeededRandom(key: streams.agents)
      let trace = PopTrace(setup: level.setup)
      host.beginGame()
      let fault = SmokePlay.fault {
        var state = try PopState(level: level, in: &context)
        while state.outcome == nil && play.turns.count < Self.moves {
          let move = state.legalMove(at: random.below(state.legalMoveCount))
          var events: [PopEvent] = []
          try state.apply(move, in: &context) { events.append($0) }
          let line = trace.line(
            turn: play.turns.count, move: move, events: events, state: state,
            end: state.outcome.map { GameEnd($0) })
          play.turns.append(SmokePlay.Turn(line: JSONWriter.compact(line)))
        }
      }
      if let fault { play.faults = [fault] }
    }
  }

  private func level(_ values: [Double]) -> PopLevel {
    var rules = PopRules()
    rules.maxBubbles = 20
    let given = Dictionary(uniqueKeysWithValues: zip(parameters.map(\.name), values))
    switch subject {
    case .kind(let kind):
      let colours = [
        PopColour("red", points: 1, probability: 0.4),
        PopColour("blue", points: 8, probability: 0.3),
        PopColour("scripted", points: 3, probability: 0.3, script: kind.name),
      ]
      return PopLevel(
        name: "smoke game",
        setup: PopSetup(
          rules: rules, colours: colours, kinds: [kind], parameters: [kind.name: given]))
    case .spawner(let spawner):
      return PopLevel(
        name: "smoke game",
        setup: PopSetup(rules: rules, spawner: spawner, parameters: [spawner.name: given]))
    }
  }
}

// MARK: Agents

extension BubblePop {
  /// Small levels that differ in what an agent may ask about.
  public static func smokeLevels() -> [PopLevel] {
    func level(_ name: String, change: (inout PopRules) -> Void) -> PopLevel {
      var rules = PopRules()
      change(&rules)
      return PopLevel(name: name, rules: rules)
    }
    return [
      level("a plain level") { $0.duration = 20 },
      level("a level that moves, for points") {
        $0.duration = 20
        $0.moves = true
        $0.goal = 40
      },
    ]
  }
}
