import SimHarness

/// What players know of a level beside the board as it stands: rules, scripts and their values, and
/// what follows from them for each object.
public final class PeggleSetup: Sendable {
  public let rules: PeggleRules
  /// The mode, the master if there is one, and all else that the pegs need.
  public let scripts: [PeggleScript]
  /// Values of the scripts' parameters, by script, in the order of the script's list.
  public let values: [[Double]]
  /// The place in `scripts` of the mode.
  let mode: Int
  /// The place in `scripts` of each object's peg; -1 for blocks and other shapes.
  let kinds: [Int]
  /// The place in `scripts` of the master whose power an object has; -1: none.
  let powers: [Int]
  /// Points of each object before multipliers.
  let points: [Int]
  let isOrange: [Bool]
  /// Whether a hit lights an object.
  let areLitByHits: [Bool]
  /// Whether a hit lights an object and nothing else.
  let areOnlyLit: [Bool]
  /// Whether an object's peg has a hook for hits.
  let haveHitHooks: [Bool]
  /// Whether an object's peg has a hook for its removal.
  let haveClearHooks: [Bool]
  let hasClearHook: Bool
  let modeHooks: PeggleScript.Hooks
  public let pegCount: Int
  public let orangeCount: Int
  /// All the pegs' points before multipliers.
  public let totalPoints: Int
  /// The angles offered to agents.
  public let angles: [Double]
  /// The step after which a shot ends.
  let lastStep: Int

  init(
    rules: PeggleRules, scripts: [PeggleScript], values: [[Double]], master: Int?, kinds: [Int]
  ) {
    self.rules = rules
    self.scripts = scripts
    self.values = values
    self.kinds = kinds
    let mode = scripts.firstIndex { $0.kind == .mode } ?? 0
    self.mode = mode
    modeHooks = scripts[mode].hooks
    areLitByHits = kinds.map { $0 >= 0 && scripts[$0].isLitByHits }
    haveHitHooks = kinds.map { $0 >= 0 && scripts[$0].hooks.has(.onHit) }
    haveClearHooks = kinds.map { $0 >= 0 && scripts[$0].hooks.has(.onClear) }
    hasClearHook = haveClearHooks.contains(true)
    powers = kinds.map { kind in
      guard kind >= 0 else { return -1 }
      switch scripts[kind].power {
      case .none: return -1
      case .ofLevel: return master ?? -1
      case .of(let name):
        return scripts.firstIndex { $0.kind == .master && $0.name == name } ?? -1
      }
    }
    let notifiesMode = scripts[mode].hooks.has(.onHit)
    areOnlyLit = zip(kinds, powers).map { kind, power in
      kind >= 0 && power < 0 && !notifiesMode && scripts[kind].isLitByHits
        && !scripts[kind].hooks.has(.onHit)
    }
    points = kinds.map { kind in
      kind < 0
        ? 0 : scripts[kind].points ?? rules.scoring.points(ofColour: scripts[kind].colour)
    }
    isOrange = kinds.map { $0 >= 0 && scripts[$0].colour == PeggleLevelFile.goalColour }
    pegCount = kinds.count { $0 >= 0 }
    orangeCount = isOrange.count { $0 }
    totalPoints = points.reduce(0, +)
    angles = (0..<rules.aims).map { (Double($0) + 0.5) * Double.pi / Double(rules.aims) }
    lastStep = max(1, Int(saturating: (rules.shotTime / rules.step).rounded(.up)))
  }

  /// Whether a player sees the same.
  func isSame(as other: PeggleSetup) -> Bool {
    rules == other.rules && values == other.values && kinds == other.kinds
      && powers == other.powers && scripts.map(\.source) == other.scripts.map(\.source)
  }

  func isPeg(_ object: Int) -> Bool { kinds[object] >= 0 }

  /// What points are multiplied by; a level without an orange peg has no multiplier.
  func multiplier(orangeLeft: Int) -> Int {
    orangeCount == 0 ? 1 : rules.scoring.multiplier(orangeLeft: orangeLeft)
  }
}

extension PeggleSetup: ScriptUser {
  public var scriptUses: [ScriptUse] {
    scripts.indices.map { index in
      ScriptUse(
        source: scripts[index].source, hooks: PeggleScript.Hook.allCases.map(\.name),
        parameters: zip(scripts[index].parameters, values[index]).map {
          (name: $0.name, value: $1)
        })
    }
  }
}
