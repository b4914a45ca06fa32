import SimHarness

/// A level made ready to play: immutable, shared by all games of a batch.
public final class PopLevel: NamedLevel {
  public let name: String
  /// What seeds the level's games; stays when the level is edited.
  public let id: String
  public let setup: PopSetup

  public init(name: String, id: String? = nil, setup: PopSetup) {
    self.name = name
    self.id = id ?? name
    self.setup = setup
  }

  /// A level of plain bubbles.
  public convenience init(
    name: String, rules: PopRules = PopRules(), colours: [PopColour] = PopColour.standard
  ) {
    self.init(name: name, setup: PopSetup(rules: rules, colours: colours))
  }
}

/// What players may know of a level: the rules, the colours, their scripts.
public final class PopSetup: Sendable {
  public let rules: PopRules
  public let colours: [PopColour]
  /// Each colour's points.
  let points: [Int]
  /// Each colour's points in a run.
  let comboPoints: [Int]
  let table: SpawnTable
  /// The scripts of the colours, in their order; nil for a plain one.
  public let kinds: [PopKind?]
  /// The script that draws colours; nil: the probabilities do.
  public let spawner: ColourSpawner?
  /// What the scripts' parameters are set to, by script and parameter.
  let parameters: [String: [String: Double]]
  /// The place of each colour's script among `scriptUses`.
  let scriptPlaces: [Int?]
  let spawnerPlace: Int?
  /// Whether a script influences the game.
  let hasScripts: Bool
  public let scriptUses: [ScriptUse]

  public init(
    rules: PopRules, colours: [PopColour] = PopColour.standard, kinds: [PopKind] = [],
    spawner: ColourSpawner? = nil, parameters: [String: [String: Double]] = [:]
  ) {
    precondition((1...PopLevelFile.maxColours).contains(colours.count), "1 to 32 colours")
    self.rules = rules
    self.colours = colours
    points = colours.map(\.points)
    comboPoints = colours.map { rules.comboPoints($0.points) }
    table = SpawnTable(colours.map(\.probability))
    let ofColours = colours.map { colour in kinds.first { $0.name == colour.script } }
    self.kinds = ofColours
    self.spawner = spawner
    self.parameters = parameters
    var uses: [ScriptUse] = []
    var places: [Int?] = []
    func use(
      _ source: ScriptSource, hooks: [String], _ declared: [ScriptParameter], named name: String
    ) -> Int {
      let values = declared.map {
        (name: $0.name, value: parameters[name]?[$0.name] ?? $0.defaultValue)
      }
      uses.append(ScriptUse(source: source, hooks: hooks, parameters: values))
      return uses.count - 1
    }
    for kind in ofColours {
      places.append(
        kind.map {
          use($0.source, hooks: PopKind.Hook.allCases.map(\.name), $0.parameters, named: $0.name)
        })
    }
    scriptPlaces = places
    spawnerPlace = spawner.map {
      use($0.source, hooks: ["next"], $0.parameters, named: $0.name)
    }
    scriptUses = uses
    hasScripts = !uses.isEmpty
  }

  /// Whether a player sees the same.
  func isSame(as other: PopSetup) -> Bool {
    rules == other.rules && colours == other.colours && parameters == other.parameters
      && scriptUses.map(\.source) == other.scriptUses.map(\.source)
  }
}

extension PopSetup: ScriptUser {}

/// A scripted kind of bubble, as its script describes it.
public struct PopKind: Sendable {
  /// The functions a script may have.
  ///
  /// The raw value is the hook's number in the host.
  public enum Hook: Int, CaseIterable, Sendable {
    case onPop, onExpire

    public var name: String {
      switch self {
      case .onPop: "on_pop"
      case .onExpire: "on_expire"
      }
    }
  }

  public let name: String
  public let summary: String
  public let parameters: [ScriptParameter]
  public let hasPop: Bool
  public let hasExpire: Bool
  public let source: ScriptSource

  func has(_ hook: Hook) -> Bool { hook == .onPop ? hasPop : hasExpire }
}

/// Where a level's scripts come from, by name.
public protocol PopCatalog: SpawnerCatalog {
  /// The kind of bubble of this name, or nil if there is none.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  func popKind(named name: String) throws(ScriptFault) -> PopKind?

  /// The names to suggest for a mistyped one, sorted.
  var popKindNames: [String] { get }
}
