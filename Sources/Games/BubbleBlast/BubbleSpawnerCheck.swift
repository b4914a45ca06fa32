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
  /// Rows of the boards: a full one, and one from which colours soon vanish.
  private static let rows = [5, 1]

  package init(_ spawner: ColourSpawner, modules: [ScriptSource]) {
    self.spawner = spawner
    self.modules = modules
  }

  /// Plays and adds what was found.
  package func run(_ report: inout ScriptCheck.Report) {
    let smoke = SmokeTest(
      source: spawner.source, parameters: spawner.parameters, game: BubbleBlast.name, turn: "shot",
      advice: ColourSpawner.adviceOnMemory,
      level: levels
    ) { levels, _, machineReuse in play(levels, machineReuse: machineReuse) }
    guard let (shots, _) = smoke.run(&report) else { return }
    report.work = (report.work.isEmpty ? "" : report.work + ", ") + "\(shots) shots"
  }

  private func play(
    _ levels: [BubbleLevel], machineReuse: ScriptHost.MachineReuse
  ) -> SmokePlay {
    SmokePlay(BubbleBlast.allInterfaces, modules, machineReuse, hooks: 1) { host, play in
      for level in levels where play.faults.isEmpty { playGame(of: level, host, &play) }
    }
  }

  private func playGame(of level: BubbleLevel, _ host: HookCounter, _ play: inout SmokePlay) {
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    host.beginGame()
    let fault = SmokePlay.fault {
      var state = try BubbleState<Mask>(level: level, in: &context) { _ in }
      for _ in 0..<Self.shots where state.outcome == nil {
        let move = state.legalMove(at: random.below(state.legalMoveCount))
        try state.apply(move, in: &context) { _ in }
        let hand = [state.view.current] + state.view.next
        play.turns.append(SmokePlay.Turn(line: "\(hand.map(\.name)) \(state.stableHash)"))
      }
    }
    if let fault { play.faults = [fault] }
  }

  private func levels(_ values: [Double]) -> [BubbleLevel] {
    Self.rows.map { level(values, rows: $0) }
  }

  /// Pairs of four colours that are dealt unevenly, two of them seen ahead.
  private func level(_ values: [Double], rows: Int) -> BubbleLevel {
    var rules = BubbleRules()
    rules.columns = Self.columns
    rules.preview = 2
    var grid: [(cell: Cell, bubble: BubbleContent)] = []
    for row in 0..<rows {
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
