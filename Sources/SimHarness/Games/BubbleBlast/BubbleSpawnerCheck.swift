/// The smoke games of a spawner in Bubble Blast, played as usual and then with a fresh machine
/// before every call: both must give the same trace, move by move.
package struct BubbleSpawnerCheck {
  private typealias Mask = SmallMask

  private let spawner: ColourSpawner
  private let modules: [ScriptSource]

  /// Shots of a game.
  private static let shots = 40
  private static let columns = 8

  package init(_ spawner: ColourSpawner, modules: [ScriptSource]) {
    self.spawner = spawner
    self.modules = modules
  }

  /// Plays and adds what was found.
  package func run(_ report: inout ScriptCheck.Report) {
    var shots = 0
    for values in ScriptCheck.sampleValues(of: spawner.parameters) {
      let words = ScriptCheck.words(for: values, of: spawner.parameters)
      let place = words.isEmpty ? "" : " (with \(words))"
      let usual = play(values, freshness: .everyGame)
      shots += usual.lines.count
      for line in usual.printed where report.printed.count < ScriptCheck.mostPrinted {
        report.printed.append(line)
      }
      if let fault = usual.fault {
        report.add(spawner.source.naming(fault).message + place)
        return
      }
      let fresh = play(values, freshness: .everyCall)
      if let turn = zip(usual.lines, fresh.lines).enumerated().first(where: { $1.0 != $1.1 }) {
        report.add(
          "keeps state between calls: shot \(turn.offset + 1) differs with a new Lua machine; "
            + "use only `u` and `view`" + place, at: spawner.source, line: 1)
        return
      }
    }
    report.work = (report.work.isEmpty ? "" : report.work + ", ") + "\(shots) shots"
  }

  private struct Playthrough {
    var lines: [String] = []
    var printed: [String] = []
    var fault: ScriptFault?
  }

  private func play(_ values: [Double], freshness: ScriptHost.Freshness) -> Playthrough {
    var play = Playthrough()
    var printed: [String] = []
    let host = ScriptHost(
      interfaces: BubbleBlast.allInterfaces, libraries: modules, freshness: freshness
    ) { line in
      if printed.count < ScriptCheck.mostPrinted { printed.append(line) }
    }
    let level = level(values)
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    do {
      var state = try BubbleState<Mask>(level: level, in: &context) { _ in }
      while state.outcome == nil && play.lines.count < Self.shots {
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try state.apply(move, in: &context) { _ in }
        let hand = [state.view.current] + state.view.next
        play.lines.append("\(hand.map(\.name)) \(state.stableHash)")
      }
    } catch MoveError.script(let fault) {
      play.fault = fault
    } catch LevelError.script(let fault) {
      play.fault = fault
    } catch {
      play.fault = ScriptFault(kind: .error, message: "\(error)")
    }
    play.printed = printed
    return play
  }

  /// Pairs of four colours that are dealt unevenly, two of them seen ahead.
  private func level(_ values: [Double]) -> BubbleLevel {
    var rules = BubbleRules()
    rules.columns = Self.columns
    rules.preview = 2
    var grid: [(cell: Cell, bubble: BubbleContent)] = []
    for row in 0..<5 {
      for column in 0..<HexGrid.width(ofRow: row, columns: rules.columns) {
        let colour = BubbleColour.allCases[(column / 2 + row) % 4]
        grid.append((Cell(row: row, column: column), .colour(colour)))
      }
    }
    let given = Dictionary(uniqueKeysWithValues: zip(spawner.parameters.map(\.name), values))
    return BubbleLevel(
      name: "smoke game", rules: rules, kindParameters: [spawner.name: given], grid: grid,
      spawn: BubbleSpawn(weights: [4, 3, 2, 1, 0, 0, 0, 0]), spawner: spawner)
  }
}
