/// The smoke game of a script of bubble pop, played as usual and then with a fresh machine before
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
    var played = 0
    var calls = 0
    for values in ScriptCheck.sampleValues(of: parameters) {
      let words = ScriptCheck.words(for: values, of: parameters)
      let place = words.isEmpty ? "" : " (with \(words))"
      let usual = play(values, freshness: .everyGame)
      played += usual.lines.count
      calls += usual.calls
      for line in usual.printed where report.printed.count < ScriptCheck.mostPrinted {
        report.printed.append(line)
      }
      if let fault = usual.fault {
        report.add(source.naming(fault).message + place)
        return
      }
      let fresh = play(values, freshness: .everyCall)
      if let move = Self.difference(usual.lines, fresh.lines) {
        report.add(
          "keeps state between calls: move \(move) differs with a new Lua machine; "
            + "store numbers in game.vars" + place, at: source, line: 1)
        return
      }
    }
    report.work = "\(played) moves, \(calls) calls"
  }

  /// The first move, from 1, that differs between two games.
  private static func difference(_ one: [String], _ other: [String]) -> Int? {
    for place in 0..<max(one.count, other.count) {
      guard place < one.count, place < other.count, one[place] == other[place] else {
        return place + 1
      }
    }
    return nil
  }

  private struct Playthrough {
    var lines: [String] = []
    var printed: [String] = []
    var fault: ScriptFault?
    var calls = 0
  }

  /// A game in which the script has a say in every third bubble, or in all.
  private func play(_ values: [Double], freshness: ScriptHost.Freshness) -> Playthrough {
    var play = Playthrough()
    var printed: [String] = []
    let host = ScriptHost(
      interfaces: BubblePop.allInterfaces, libraries: modules, freshness: freshness
    ) { line in
      if printed.count < ScriptCheck.mostPrinted { printed.append(line) }
    }
    let counter = CallCounter(host)
    let level = level(values)
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
    var context = GameContext(streams: streams, scripts: counter)
    var random = SeededRandom(key: streams.agents)
    let trace = PopTrace(setup: level.setup)
    counter.beginGame()
    do {
      var state = try PopState(level: level, in: &context)
      while state.outcome == nil && play.lines.count < Self.moves {
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        var events: [PopEvent] = []
        try state.apply(move, in: &context) { events.append($0) }
        let line = trace.line(
          turn: play.lines.count, move: move, events: events, state: state,
          end: state.outcome.map { GameEnd($0) })
        play.lines.append(JSONWriter.compact(line))
      }
    } catch MoveError.script(let fault) {
      play.fault = fault
    } catch LevelError.script(let fault) {
      play.fault = fault
    } catch {
      play.fault = ScriptFault(kind: .error, message: "\(error)")
    }
    play.printed = printed
    play.calls = counter.calls
    return play
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

/// A script host that counts calls.
private final class CallCounter: ScriptHosting {
  private let host: ScriptHost
  private(set) var calls = 0

  init(_ host: ScriptHost) { self.host = host }

  func beginGame() { host.beginGame() }

  func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle] {
    try host.handles(for: user)
  }

  func call(
    _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
    _ third: ScriptDatum, server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum {
    calls += 1
    return try host.call(script, hook: hook, first, second, third, server: server)
  }

  func parameters(of script: ScriptHandle) -> ScriptDatum { host.parameters(of: script) }

  func object(_ interface: String, instance: Int) -> ScriptDatum {
    host.object(interface, instance: instance)
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
