/// A level of an open game made ready to play.
public final class OpenLevel: NamedLevel, ScriptUser {
  public let game: OpenGame
  public let name: String
  /// What seeds the level's games.
  public let id: String
  /// The values of the game's fields, in their order.
  public let values: [OpenValue]
  public let scriptUses: [ScriptUse]
  /// Whether two play it.
  package let isForTwo: Bool
  /// How many pools of hidden values a position has, and whether the rules imagine them.
  ///
  /// Asked at every turn, where a copy of the whole `spec` takes longer than the answer.
  let hiddenPools: Int
  let imaginesItself: Bool
  /// The names of the fields of the state that only count, in UTF-8.
  let counters: [[UInt8]]

  public init(game: OpenGame, name: String, id: String?, values: [OpenValue]) {
    self.game = game
    self.name = name
    self.id = id ?? name
    self.values = values
    scriptUses = game.rulesSource == nil ? [game.use(values)] : []
    isForTwo = game.spec.isForTwo
    hiddenPools = game.spec.hidden.count
    imaginesItself = game.spec.imaginesItself
    counters = game.spec.counters.map { Array($0.utf8) }
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

  /// Identifies what a player sees of a position, counters apart, among the positions of one game.
  func digest(of position: PackedPosition) -> UInt64 {
    let seen =
      position.remote?.seen(of: position)[...] ?? position.bytes[..<position.visibleCount]
    var digest = StableDigest()
    if counters.isEmpty {
      digest.combine(bytes: seen)
    } else {
      digest.combine(bytes: PackedFields.removing(counters, from: seen))
    }
    return digest.value
  }

  // MARK: Looking at a level

  /// What a game's own `check` says is wrong with a level.
  struct Problem {
    /// The field to blame; nil: none is named.
    let field: String?
    let message: String

    /// Both, for places that do not show the field.
    var words: String { (field.map { "\($0): " } ?? "") + message }
  }

  /// What the game's own `check` says is wrong with the level; nil: nothing.
  func problem() throws(ScriptFault) -> Problem? {
    var call = RulesCall()
    call.steps = .check
    call.function = .check
    let renderer = OpenRenderer(self)
    try renderer.perform(&call)
    // What a script returns may be anything; an engine's answer was read already.
    if game.rulesSource == nil, let wrong = wrongAnswer(call) {
      throw renderer.fault(wrong, .check)
    }
    guard let first = call.text else { return nil }
    guard let second = call.secondText else {
      return Problem(field: nil, message: SafeText.escaped(first, limit: 400))
    }
    return Problem(
      field: first.isEmpty ? nil : SafeText.escaped(first, limit: 100),
      message: SafeText.escaped(second, limit: 400))
  }

  /// What is wrong with what a script's `check` returned; nil: it is nothing, or a field and a text.
  private func wrongAnswer(_ call: RulesCall) -> String? {
    let wanted = "check must return nothing, or the name of a field and what is wrong with it"
    switch (call.text, call.secondText) {
    case (nil, nil) where call.numbers.isEmpty && call.stray == nil: return nil
    case (let field?, let text?):
      guard !game.levelFields.contains(field) else {
        return text.contains { !$0.isWhitespace }
          ? nil : "\(wanted), not \(SafeText.quoted(field)) and an empty text"
      }
      let hint = NearestName.suggestion(for: field, among: game.levelFields)
      return "check: there is no field \(SafeText.named(field))"
        + (hint.map { "; did you mean '\($0)'?" } ?? "; \(wanted)")
    case (let text?, nil): return "\(wanted), not \(SafeText.quoted(text)) alone"
    case (nil, let text?): return "\(wanted), not \(call.given) and \(SafeText.quoted(text))"
    case (nil, nil): return "\(wanted), not \(call.given)"
    }
  }

  /// The fault that keeps its first game from being started or shown; nil: none.
  func startFault() -> ScriptFault? {
    let renderer = OpenRenderer(self)
    let view: OpenView
    do throws(LevelError) {
      view = try renderer.start().view
    } catch {
      return error.fault
    }
    do throws(ScriptFault) {
      _ = try renderer.board(of: view)
      return nil
    } catch {
      return error
    }
  }

  /// The start of a game as players see it, or the level's grids if the game draws no positions;
  /// where the script cannot start one, a text and a line with what is wrong.
  func startPicture(otherwise text: String, by renderer: OpenRenderer? = nil) -> String {
    let renderer = renderer ?? OpenRenderer(self)
    do throws(LevelError) {
      let start = try renderer.start()
      return spec.drawsPositions ? renderer.picture(of: start.view) : undrawn
    } catch {
      return "\(text)\n\(OpenRenderer.line(about: error.fault))"
    }
  }

  /// The board of the start of a game; nil if the game draws none, has a picture of its own beside
  /// it, or cannot start.
  var startBoard: OpenBoard? {
    guard !spec.functions.contains(.picture) else { return nil }
    let renderer = OpenRenderer(self)
    return (try? renderer.start()).flatMap { try? renderer.board(of: $0.view) }
  }

  /// What there is to see of a level whose game draws no positions, and how to change that.
  private var undrawn: String {
    let grids = values.compactMap { value in
      if case .grid(let rows) = value { rows.joined(separator: "\n") } else { nil }
    }
    let hint =
      game.engine == nil
      ? "This game draws no positions; give it a function `picture` or `board`."
      : "This game draws no positions; give its engine the operation `picture`."
    return (grids + [hint]).joined(separator: "\n\n")
  }
}
