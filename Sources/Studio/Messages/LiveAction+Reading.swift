import SimHarness
import TextFormats

extension LiveOpening {
  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields) {
    switch (fields.keys.contains("level"), fields.optional("new")) {
    case (true, nil):
      guard let level = fields.identifier("level") else { return nil }
      self = .level(level)
    case (false, let new?):
      guard let parts = new.object(fields: ["game", "name"]),
        let game = parts.name("game"), let name = parts.name("name")
      else { return nil }
      self = .new(game: game, name: name)
    default:
      fields.cursor.report("expected 'level' or 'new'; send one of them")
      return nil
    }
  }
}

extension LiveFilm {
  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields, document: Int) {
    guard let version = fields.unlessMissing("version", { $0.enumeration(LiveVersion.self) }),
      let against = fields.unlessMissing("against", { $0.enumeration(LiveVersion.self) }),
      let player = fields.name("player"), let index = fields.index
    else { return nil }
    self.init(
      document: document, version: version ?? .now, player: player, index: index,
      against: against)
  }
}

extension LivePlay {
  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields, document: Int) {
    guard let seed = fields.required("seed")?.uint64(),
      let index = fields.unlessMissing("index", { $0.int(in: JSONFields.indices) }),
      let name = fields.unlessMissing("name", { $0.string(length: 1...JSONFields.maxName) }),
      let against = fields.unlessMissing("against", { $0.string(length: 1...JSONFields.maxName) })
    else { return nil }
    self.init(document: document, seed: seed, index: index, name: name, against: against)
  }
}

extension JSONFields {
  /// Characters of the name of a level, player, game, tool or person.
  static let maxName = 200
  /// Characters of the name of a place.
  static let maxPlace = 40
  /// Characters of the name of a key.
  static let maxKey = 20
  /// Numbers of games.
  static let indices = 0...999_999
  static let bodies = -Int(Int32.max)...Int(Int32.max)
  private static let places = -1e6...1e6

  /// A number that the server has given, or counts with.
  func number(_ name: String) -> Int? { required(name)?.int(in: 0...Int(Int32.max)) }

  /// The index of a game.
  var index: Int? { required("index")?.int(in: Self.indices) }

  /// The place `x`, `y`; `.some(nil)` where neither is there, nil after recording what is wrong.
  var boardPoint: BoardPoint?? {
    guard keys.contains("x") || keys.contains("y") else { return .some(nil) }
    guard let x = place("x"), let y = place("y") else { return nil }
    return .some(BoardPoint(x, y))
  }

  /// A place, size or angle.
  func place(_ name: String) -> Double? { required(name)?.double(in: Self.places) }

  func name(_ name: String) -> String? { text(name, upTo: Self.maxName) }

  func text(_ name: String, upTo limit: Int) -> String? {
    required(name)?.string(length: 1...limit)
  }

  /// A name that the server has given to a level or run; never a path.
  func identifier(_ name: String) -> String? {
    guard let field = required(name), let text = field.string() else { return nil }
    guard Route.isIdentifier(text) else {
      field.report("this is not an identifier; take it from the list")
      return nil
    }
    return text
  }

  /// `.some(nil)` for a field that is not there; nil after recording what is wrong.
  func unlessMissing<Value>(
    _ name: String, _ read: (JSONCursor) -> Value?
  ) -> Value?? {
    guard let field = optional(name) else { return .some(nil) }
    return read(field).map { .some($0) }
  }
}
