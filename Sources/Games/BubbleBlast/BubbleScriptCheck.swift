import SimHarness

/// The smoke game of a bubble's script: a small level with the kind in many cells, 60 seeded shots,
/// played normally and then with a new machine before every hook.
///
/// Memory lives in the state, not in the script; so both must give the same trace, turn by turn.
package struct BubbleScriptCheck {
  private typealias Mask = SmallMask

  /// What is checked.
  let kind: BubbleKind
  /// The kind and all it uses, sorted by name.
  let kinds: [BubbleKind]
  /// What `require` finds.
  let modules: [ScriptSource]

  /// Shots at the default parameters, and at each minimum and maximum of one.
  static let shots = 60
  private static let shotsOfCorner = 30
  private static let columns = 9
  private static let gridRows = 7

  /// - Parameters:
  ///   - kind: what is checked.
  ///   - kinds: the kind and all it uses, sorted by name.
  ///   - modules: what `require` finds.
  package init(kind: BubbleKind, kinds: [BubbleKind], modules: [ScriptSource]) {
    self.kind = kind
    self.kinds = kinds
    self.modules = modules
  }

  /// Plays and adds what was found.
  package func run(_ report: inout ScriptCheck.Report) {
    let smoke = SmokeTest(
      source: kind.source, parameters: kind.parameters,
      advice: "store numbers with board:set_data or in board.vars", level: level
    ) { level, isDefault, machineReuse in
      play(level, shots: isDefault ? Self.shots : Self.shotsOfCorner, machineReuse: machineReuse)
    }
    guard let (shots, calls) = smoke.run(&report) else { return }
    let idle = BubbleKind.Hook.allCases.filter {
      kind.hooks.has($0) && calls[$0.rawValue] == 0
    }
    report.work =
      "\(shots) shots, \(calls.reduce(0, +)) hook calls"
      + (idle.isEmpty ? "" : "; \(idle.map(\.name).joined(separator: ", ")) never ran")
  }

  private func play(
    _ level: BubbleLevel, shots: Int, machineReuse: ScriptHost.MachineReuse
  ) -> SmokePlay {
    SmokePlay(
      BubbleBlast.allInterfaces, modules, machineReuse, hooks: BubbleKind.Hook.allCases.count,
      counted: kinds.firstIndex { $0.name == kind.name } ?? 0
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
    _ index: Int, of level: BubbleLevel, until shots: Int, _ host: HookCounter,
    _ play: inout SmokePlay
  ) {
    let streams = GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: index)
    var context = GameContext(streams: streams, scripts: host)
    var random = SeededRandom(key: streams.agents)
    let trace = BubbleTrace<Mask>(
      setup: level.setup, letters: BubbleLetters(setup: level.setup))
    host.beginGame()
    guard var state = try? BubbleState<Mask>(level: level, in: &context) else {
      play.attempts = shots
      return
    }
    while state.outcome == nil, play.attempts < shots, !play.isOver {
      let move = move(state, turn: play.attempts, using: &random)
      play.attempts += 1
      let descended = state.view.descended
      var events: [BubbleEvent<Mask>] = []
      host.last = nil
      do throws(MoveError) {
        try state.apply(move, in: &context) { events.append($0) }
      } catch {
        if case .script(let fault) = error, !play.faults.contains(fault) {
          play.faults.append(fault)
        }
        continue
      }
      let line = trace.line(
        turn: play.turns.count + 1, move: move, events: events, descendedBefore: descended,
        state: state, end: state.outcome.map { GameEnd($0) })
      play.turns.append(
        SmokePlay.Turn(
          line: JSONWriter.compact(line),
          hook: host.last.flatMap { BubbleKind.Hook(rawValue: $0)?.name }))
    }
  }

  /// By turns: any landing, one beside a special, the one that matches most; no script is asked.
  private func move(
    _ state: BubbleState<Mask>, turn: Int, using random: inout SeededRandom
  ) -> BubbleMove {
    let position = state.position
    var moves: [(index: Int, cell: Cell)] = []
    var rows = AllUnfoldedRows()
    position.forEachDistinctLanding(rows: &rows) { index, landing in
      if case .cell(let cell, _) = landing { moves.append((index, cell)) }
    }
    let draw = random.next()
    func any(of moves: [(index: Int, cell: Cell)]) -> BubbleMove {
      guard !moves.isEmpty else { return state.legalMove(at: 0) }
      let place = draw.multipliedFullWidth(by: UInt64(moves.count)).high
      return state.legalMove(at: moves[Int(truncatingIfNeeded: place)].index)
    }
    switch turn % 3 {
    case 0: return any(of: moves)
    case 1:
      let beside = moves.filter { move in
        HexGrid.neighbours(of: move.cell).contains {
          position.numbering.isOnBoard($0) && position.board.kind(at: $0) != nil
        }
      }
      return any(of: beside.isEmpty ? moves : beside)
    default:
      let values = moves.map { position.foresee(position.current, at: $0.cell).greedyValue }
      let best = values.max()
      return any(of: zip(moves, values).filter { $1 == best }.map { $0.0 })
    }
  }

  /// Rows of bubbles in pairs of a colour, the kind in every fourth cell, those it uses here and
  /// there.
  private func level(_ values: [Double]) -> BubbleLevel {
    var rules = BubbleRules()
    rules.columns = Self.columns
    rules.descentEvery = 6
    let own = kinds.firstIndex { $0.name == kind.name } ?? 0
    let others = kinds.indices.filter { $0 != own }
    var grid: [(cell: Cell, bubble: BubbleContent)] = []
    for row in 0..<Self.gridRows {
      for column in 0..<HexGrid.width(ofRow: row, columns: rules.columns) {
        let bubble: BubbleContent
        if (2 * row + column) % 4 == 0 {
          bubble = .kind(own)
        } else if !others.isEmpty && (row + 3 * column) % 13 == 5 {
          bubble = .kind(others[(row + column) % others.count])
        } else {
          bubble = .colour(BubbleColour.allCases[(column / 2 + row) % 3])
        }
        grid.append((Cell(row: row, column: column), bubble))
      }
    }
    return BubbleLevel(
      name: "smoke game", rules: rules, kinds: kinds,
      kindParameters: [
        kind.name: Dictionary(uniqueKeysWithValues: zip(kind.parameters.map(\.name), values))
      ], grid: grid)
  }
}

// MARK: Agents

extension BubbleBlast {
  public static var smokeMoves: Int { 30 }

  /// Small levels that differ in what an agent may ask about.
  public static func smokeLevels() -> [BubbleLevel] {
    func level(_ name: String, colours: Int, change: (inout BubbleRules) -> Void) -> BubbleLevel {
      var rules = BubbleRules()
      rules.columns = 8
      rules.rows = 10
      change(&rules)
      var grid: [(cell: Cell, bubble: BubbleContent)] = []
      for row in 0..<4 {
        for column in 0..<HexGrid.width(ofRow: row, columns: rules.columns) {
          let colour = BubbleColour.allCases[(column / 2 + row) % colours]
          grid.append((Cell(row: row, column: column), .colour(colour)))
        }
      }
      return BubbleLevel(name: name, rules: rules, grid: grid)
    }
    return [
      level("a plain level", colours: 3) { $0.shots = 25 },
      level("a level with swaps, without limit", colours: 4) {
        $0.swap = true
        $0.descentEvery = 5
      },
      level("a level without preview, for points", colours: 2) {
        $0.preview = 0
        $0.goal = .score(100_000)
      },
    ]
  }
}
