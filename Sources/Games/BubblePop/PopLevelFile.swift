import SimHarness

/// A bubble pop level as written in its file: a value that can be edited, compared and written.
///
/// A field with the default value equals a missing one here.
public struct PopLevelFile: Equatable, Sendable {
  /// See `LevelHeader.problem(with:)` for what a name may be.
  public var name: String
  /// What seeds the level's games; nil: the name.
  public var id: String?
  public var rules: PopRules
  /// The kinds of bubbles.
  public var colours: [PopColour]
  /// The script that draws the colours; nil: the probabilities do.
  public var spawner: String?
  /// Values of the scripts' parameters, by script and parameter.
  public var parameters: [String: [String: Double]]

  /// The most kinds of bubbles.
  public static let maxColours = 32
  /// The most points of a bubble.
  public static let maxPoints = 1_000_000

  /// A level of the usual bubbles.
  public init(name: String, rules: PopRules = PopRules()) {
    self.name = name
    self.rules = rules
    id = nil
    colours = PopColour.standard
    spawner = nil
    parameters = [:]
  }

  public var header: LevelHeader { LevelHeader(game: BubblePop.name, name: name, id: id) }

  /// The level made ready to play.
  /// - Throws: Why its scripts cannot be loaded.
  public func level(catalog: any PopCatalog) throws(LevelError) -> PopLevel {
    var kinds: [PopKind] = []
    for name in Set(colours.compactMap(\.script)).sorted() {
      guard
        let kind = try Self.found({ () throws(ScriptFault) in try catalog.popKind(named: name) })
      else {
        throw .invalid(Self.complaint(aboutKind: name, catalog))
      }
      kinds.append(kind)
    }
    var drawing: ColourSpawner?
    if let spawner {
      drawing = try Self.found { () throws(ScriptFault) in
        try catalog.colourSpawner(named: spawner)
      }
      if drawing == nil {
        throw .invalid(Self.complaint(aboutSpawner: spawner, catalog))
      }
    }
    return PopLevel(
      name: name, id: id,
      setup: PopSetup(
        rules: rules, colours: colours, kinds: kinds, spawner: drawing, parameters: parameters))
  }

  private static func found<Script>(
    _ find: () throws(ScriptFault) -> Script?
  ) throws(LevelError) -> Script? {
    do throws(ScriptFault) {
      return try find()
    } catch {
      throw .script(error)
    }
  }

  /// The sentence about a bubble's script that is not there.
  static func complaint(aboutKind name: String, _ catalog: any PopCatalog) -> String {
    catalog.complaint(
      about: name, called: "bubble script", known: catalog.popKindNames, of: [.pop])
  }

  /// The sentence about a spawner that is not there.
  static func complaint(aboutSpawner name: String, _ catalog: any PopCatalog) -> String {
    catalog.complaint(
      about: name, called: "spawner", known: catalog.colourSpawnerNames, of: [.spawner])
  }
}
