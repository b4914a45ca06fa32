/// What the smoke games of a script came to, turn by turn.
package struct SmokePlay {
  package struct Turn {
    /// The trace line.
    let line: String
    /// The field of the script that was called last, where it is known.
    package var hook: String?

    package init(line: String, hook: String? = nil) {
      self.line = line
      self.hook = hook
    }
  }

  package var turns: [Turn] = []
  package var faults: [ScriptFault] = []
  /// Calls of each hook.
  package var calls: [Int] = []
  package var printed: [String] = []
  /// Moves tried, those that failed included.
  package var attempts = 0

  /// The maximum number of faults; then the check stops.
  private static let maxFaults = 5

  /// Whether to stop: a limit was reached, or there are enough faults.
  package var isOver: Bool {
    faults.count >= Self.maxFaults || faults.contains { $0.kind != .error }
  }

  /// The play of `games`, on a host whose calls are counted and whose prints are kept.
  package init(
    _ interfaces: [ScriptInterface], _ modules: [ScriptSource],
    _ machineReuse: ScriptHost.MachineReuse, hooks: Int, counted: Int = 0,
    games: (HookCounter, inout SmokePlay) -> Void
  ) {
    var printed: [String] = []
    let host = ScriptHost(interfaces: interfaces, libraries: modules, machineReuse: machineReuse) {
      if printed.count < ScriptCheck.maxPrinted { printed.append($0) }
    }
    let counter = HookCounter(host, hooks: hooks)
    counter.counted = counted
    games(counter, &self)
    calls = counter.counts
    self.printed = printed
  }

  /// Plays a game to its end or its first fault, which it gives.
  package static func fault(of game: () throws -> Void) -> ScriptFault? {
    do {
      try game()
      return nil
    } catch MoveError.script(let fault) {
      return fault
    } catch LevelError.script(let fault) {
      return fault
    } catch {
      return ScriptFault(kind: .error, message: "\(error)")
    }
  }
}

/// The smoke games of a script: a small level that uses it much, seeded moves, played as usual and
/// then with a fresh machine before every call.
///
/// Memory lives in the state, not in the script; so both must give the same trace, turn by turn.
package struct SmokeTest<Level> {
  let source: ScriptSource
  package let parameters: [ScriptParameter]
  /// The game, where scripts of this kind are played in more than one: faults name it.
  private let game: String?
  /// What a turn is called in messages.
  var turn = "turn"
  /// Where a script keeps numbers instead.
  let advice: String
  /// The line that is blamed where no level can be made.
  var levelLine = 1
  /// The level at values of the parameters.
  let level: ([Double]) throws(LevelError) -> Level
  /// Plays; the flag says that all parameters are at their defaults.
  package let play: (Level, _ isDefault: Bool, ScriptHost.MachineReuse) -> SmokePlay

  package init(
    source: ScriptSource, parameters: [ScriptParameter], game: String? = nil,
    turn: String = "turn", advice: String, levelLine: Int = 1,
    level: @escaping ([Double]) throws(LevelError) -> Level,
    play: @escaping (Level, _ isDefault: Bool, ScriptHost.MachineReuse) -> SmokePlay
  ) {
    self.source = source
    self.parameters = parameters
    self.game = game
    self.turn = turn
    self.advice = advice
    self.levelLine = levelLine
    self.level = level
    self.play = play
  }

  /// Plays and adds what was found.
  /// - Returns: the turns played and the calls of each hook; nil if something is wrong.
  package func run(_ report: inout ScriptCheck.Report) -> (turns: Int, calls: [Int])? {
    var turns = 0
    var calls: [Int] = []
    for (index, values) in ScriptCheck.sampleValues(of: parameters).enumerated() {
      let made: Level
      do throws(LevelError) {
        made = try level(values)
      } catch {
        report.add(error.description, at: source, line: levelLine)
        return nil
      }
      let words = ScriptCheck.words(for: values, of: parameters)
      let place = words.isEmpty ? "" : " (with \(words))"
      let usual = play(made, index == 0, .withinGame)
      turns += usual.turns.count
      calls = calls.isEmpty ? usual.calls : zip(calls, usual.calls).map(+)
      report.printed += usual.printed.prefix(
        max(0, ScriptCheck.maxPrinted - report.printed.count))
      for fault in usual.faults { add(source.naming(fault).message, words, to: &report) }
      guard usual.faults.isEmpty else { return nil }
      if let problem = difference(usual, play(made, index == 0, .never)) {
        report.add(problem.message + place, at: source, line: problem.line)
        return nil
      }
    }
    return (turns, calls)
  }

  /// Adds a fault's message with the game and the parameters with which it happened.
  private func add(_ message: String, _ words: String, to report: inout ScriptCheck.Report) {
    let circumstances = [game, words.isEmpty ? nil : "with \(words)"].compactMap(\.self)
    let place = circumstances.isEmpty ? "" : " (\(circumstances.joined(separator: ", ")))"
    report.add(message + place)
    if let game { report.faultsByGame.append((game, message + place)) }
  }

  /// What differs between the normal game and the one with new machines, if anything does.
  private func difference(
    _ usual: SmokePlay, _ fresh: SmokePlay
  ) -> (message: String, line: Int)? {
    for (place, played) in usual.turns.enumerated() {
      guard place < fresh.turns.count, fresh.turns[place].line == played.line else {
        let what =
          fresh.faults.first.map { "fails with a new Lua machine (\($0.message))" }
          ?? "differs with a new Lua machine"
        return (
          "keeps state between calls: \(turn) \(place + 1) \(what); \(advice)",
          played.hook.map(source.line(settingField:)) ?? 1
        )
      }
    }
    return nil
  }
}
