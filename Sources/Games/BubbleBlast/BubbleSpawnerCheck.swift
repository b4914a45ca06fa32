import SimHarness

/// The smoke games of a spawner in Bubble Blast, played normally and then with a new machine before
/// every call: both must give the same trace, move by move.
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
    let smoke = SmokeTest(
      source: spawner.source, parameters: spawner.parameters, game: BubbleBlast.name, turn: "shot",
      advice: ColourSpawner.adviceOnMemory, level: level
    ) { level, _, machineReuse in play(level, machineReuse: machineReuse) }
    guard let (shots, _) = smoke.run(&report) else { return }
    report.work = (report.work.isEmpty ? "" : report.work + ", ") + "\(shots) shots"
  }

  private func play(_ level: BubbleLevel, machineReuse: ScriptHost.MachineReuse) -> SmokePlay {
    SmokePlay(BubbleBlast.allInterfaces, modules, machineReuse, hooks: 1) { host, play in
      let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
      var context = GameContext(streams: streams, scripts: host)
      var random = SeededRandom(key: streams.agents)
      host.beginGame()
      let fault = SmokePlay.fault {
        var state = try BubbleState<Mask>(level: level, in: &context) { _ in }
        while state.outcome == nil && play.turns.count < Self.shots {
          let move = state.legalMove(at: random.below(state.legalMoveCount))
          try state.apply(move, in: &context) { _ in }
          let hand = [state.view.current] + state.view.next
          play.turns.append(
            SmokePlay.Turn(line: "\(hand.map(\.name)) \(state.stableHash)"))
        }
      }
      if let fault { play.faults = [fault] }
    }
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
