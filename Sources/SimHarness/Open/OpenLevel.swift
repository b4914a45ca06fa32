/// A level of an open game made ready to play.
public final class OpenLevel: NamedLevel, ScriptUser {
  public let game: OpenGame
  public let name: String
  /// What seeds the level's games.
  public let id: String
  /// The values of the game's fields, in their order.
  public let values: [OpenValue]
  public let scriptUses: [ScriptUse]

  public init(game: OpenGame, name: String, id: String?, values: [OpenValue]) {
    self.game = game
    self.name = name
    self.id = id ?? name
    self.values = values
    scriptUses = game.rulesSource == nil ? [game.use(values)] : []
  }

  /// Reads a level's file for a game, whatever game it names.
  /// - Throws: Everything wrong with it, as `FileIssues`.
  package convenience init(reading bytes: [UInt8], file: String, of game: OpenGame) throws {
    let level = try JSONReader.read(bytes, file: file) { OpenLevelFile.decode($0, game) }
    self.init(game: game, name: level.name, id: level.id, values: level.values)
  }

  public var spec: GameSpec { game.spec }

  /// The fields of the game, each with its value.
  package var fieldsTree: JSONTree {
    .object(zip(spec.fields, values).map { (key: $0.name, value: $1.tree) })
  }

  /// Whether the rules are the same on both.
  func isSame(as other: OpenLevel) -> Bool {
    self === other || (game === other.game && values == other.values)
  }

  // MARK: Looking at a level

  /// What the game's own `check` says is wrong with the level; nil: nothing.
  func problem() throws(ScriptFault) -> (field: String, message: String)? {
    var call = RulesCall()
    call.steps = .check
    call.function = .check
    try OpenRenderer(self).perform(&call)
    guard let first = call.text else { return nil }
    guard let second = call.secondText else { return ("", SafeText.escaped(first, limit: 400)) }
    return (first, SafeText.escaped(second, limit: 400))
  }

  /// The fault that keeps its first game from being started; nil: none.
  func startFault() -> ScriptFault? {
    do throws(LevelError) {
      _ = try OpenRenderer(self).start()
      return nil
    } catch {
      return error.fault
    }
  }

  /// The start of a game as players see it; nil where the script fails.
  func startPicture() -> String? {
    let renderer = OpenRenderer(self)
    guard let state = try? renderer.start() else { return nil }
    return renderer.picture(of: state.view)
  }
}
