import TextFormats

extension LiveOpening {
  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields) {
    switch (fields.keys.contains("level"), fields.optional("new")) {
    case (true, nil):
      guard let level = fields.identifier("level") else { return nil }
      self = .level(level)
    case (false, let new?):
      guard let parts = new.object(fields: ["game", "name", "generator"]),
        let game = parts.name("game"), let name = parts.name("name"),
        let generator = parts.unlessMissing("generator", { $0.string(length: 1...100) })
      else { return nil }
      self = .new(game: game, name: name, generator: generator)
    default:
      fields.cursor.report("expected 'level' or 'new'; send one of them")
      return nil
    }
  }
}

extension LiveBand {
  /// Nil after recording what is wrong.
  init?(_ cursor: JSONCursor) {
    guard let fields = cursor.object(fields: ["player", "low", "high"]),
      let player = fields.name("player"), let low = fields.required("low")?.double(in: 0...1),
      let high = fields.required("high")?.double(in: 0...1)
    else { return nil }
    guard low <= high else {
      cursor.report("'low' is above 'high'; exchange them")
      return nil
    }
    self.init(player: player, low: low, high: high)
  }
}

extension LiveFilm {
  /// Nil after recording what is wrong.
  init?(_ fields: JSONFields) {
    guard let source = Source(fields), let player = fields.name("player"),
      let index = fields.index
    else { return nil }
    self.init(source: source, player: player, index: index)
  }
}

extension LiveFilm.Source {
  fileprivate init?(_ fields: JSONFields) {
    if fields.keys.contains("doc"), !fields.keys.contains("run"), !fields.keys.contains("level") {
      guard let document = fields.number("doc"),
        let version = fields.unlessMissing("version", { $0.enumeration(LiveVersion.self) })
      else { return nil }
      self = .document(document, version ?? .now)
    } else if !fields.keys.contains("doc"), !fields.keys.contains("version") {
      guard let run = fields.identifier("run"), let level = fields.identifier("level") else {
        return nil
      }
      self = .run(run, level: level)
    } else {
      fields.cursor.report("expected 'doc', or 'run' and 'level'; send one of them")
      return nil
    }
  }
}

extension JSONFields {
  /// Characters of the name of a level, player, game, tool or person.
  static let maxName = 200
  /// Characters of the name of a place.
  static let maxPlace = 40
  static let bodies = -Int(Int32.max)...Int(Int32.max)
  private static let places = -1e6...1e6

  /// A number that the server has given, or counts with.
  func number(_ name: String) -> Int? { required(name)?.int(in: 0...Int(Int32.max)) }

  /// The index of a game.
  var index: Int? { required("index")?.int(in: 0...999_999) }

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
