import SimHarness
import TextFormats

/// The words that say what a message asks for.
enum LiveVerb: String, CaseIterable {
  case open
  case gesture
  case undo
  case redo
  case rename
  case restore
  case discard
  case save
  case settle
  case delete
  case look
  case confirm
  case watch
  case play
  case point
  case key
  case hint
  case leave
  case left
  case deal
  case revert
  case target

  /// The verb of a message; nil after recording what is wrong.
  init?(in message: JSONCursor) {
    guard case .object(let members) = message.value.kind else {
      message.report("expected an object, found \(message.value.typeName)")
      return nil
    }
    // Its other fields depend on it.
    guard let verb = members.first(where: { $0.key == "do" }) else {
      message.report("the field 'do' is missing; add it")
      return nil
    }
    guard case .string(let name) = verb.value.kind, let known = LiveVerb(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      var name = verb.value.summary
      if case .string(let text) = verb.value.kind { name = text }
      message.report(NearestName.complaint(about: name, called: "request", known: names))
      return nil
    }
    self = known
  }

  /// The fields of its messages besides `n` and `do`.
  var fields: [String] {
    switch self {
    case .open: ["level", "new"]
    case .gesture: ["doc", "rev", "stroke", "last"] + LiveGesture.names
    case .undo, .redo, .restore, .discard, .confirm: ["doc"]
    case .rename: ["doc", "name"]
    case .save: ["doc", "as", "replace"]
    case .settle: ["doc", "keep"]
    case .delete: ["level"]
    case .look: ["doc", "players", "games"]
    case .watch: ["doc", "player", "index", "version", "against"]
    case .left: ["doc", "player"]
    case .deal: ["doc", "index"]
    case .play: ["doc", "seed", "index", "name", "against"]
    case .point: ["session", "x", "y", "press"]
    case .key: ["session", "key"]
    case .hint, .leave: ["session"]
    case .revert: ["doc", "version"]
    case .target: ["doc", "band"]
    }
  }

  /// What a message asks for; nil after recording what is wrong.
  func action(_ fields: JSONFields) -> LiveAction? {
    switch self {
    case .open: LiveOpening(fields).map { .open($0) }
    case .delete: fields.identifier("level").map { .delete(level: $0) }
    case .point, .key, .hint, .leave:
      fields.number("session").flatMap { playing(fields, session: $0) }
    default: fields.number("doc").flatMap { designing(fields, document: $0) }
    }
  }

  private func designing(_ fields: JSONFields, document: Int) -> LiveAction? {
    switch self {
    case .gesture: return LiveGesture(fields).map { .gesture(document: document, $0) }
    case .undo: return .undo(document: document)
    case .redo: return .redo(document: document)
    case .rename: return fields.name("name").map { .rename(document: document, name: $0) }
    case .restore: return .restore(document: document)
    case .discard: return .discard(document: document)
    case .save: return saving(fields, document: document)
    case .settle:
      return fields.required("keep")?.enumeration(LiveSide.self).map {
        .settle(document: document, keep: $0)
      }
    case .look: return looking(fields, document: document)
    case .confirm: return .confirm(document: document)
    case .watch: return LiveFilm(fields, document: document).map { .watch($0) }
    case .play: return LivePlay(fields, document: document).map { .play($0) }
    case .left: return fields.name("player").map { .left(document: document, player: $0) }
    case .deal: return fields.index.map { .deal(document: document, index: $0) }
    case .revert:
      let number = fields.unlessMissing("version", { $0.int(in: 0...Int(Int32.max)) })
      return number.map { .revert(document: document, number: $0) }
    case .target: return aiming(fields, document: document)
    case .open, .delete, .point, .key, .hint, .leave: return nil
    }
  }

  private func aiming(_ fields: JSONFields, document: Int) -> LiveAction? {
    let band = fields.unlessMissing("band") { cursor in
      cursor.object(fields: LiveTarget.fields).flatMap { LiveTarget($0) }
    }
    return band.map { .target(document: document, $0) }
  }

  private func saving(_ fields: JSONFields, document: Int) -> LiveAction? {
    guard let name = fields.unlessMissing("as", { $0.string(length: 1...JSONFields.maxName) }),
      let replaces = fields.unlessMissing("replace", { $0.bool() })
    else { return nil }
    return .save(document: document, name: name, replaces: replaces ?? false)
  }

  private func looking(_ fields: JSONFields, document: Int) -> LiveAction? {
    let players = fields.required("players")?.array(of: "players", count: 0...16) {
      $0.string(length: 1...JSONFields.maxName)
    }
    guard let players, let games = fields.required("games")?.int(in: 0...1_000)
    else { return nil }
    return .look(document: document, players: players, games: games)
  }

  private func playing(_ fields: JSONFields, session: Int) -> LiveAction? {
    switch self {
    case .point:
      guard let presses = fields.required("press")?.bool(), let place = fields.boardPoint else {
        return nil
      }
      if place == nil, presses {
        fields.cursor.report("a press needs a place; send 'x' and 'y'")
        return nil
      }
      return .point(session: session, place: place, presses: presses)
    case .key:
      guard let field = fields.required("key"),
        let text = field.string(length: 1...JSONFields.maxKey)
      else { return nil }
      guard let key = HandInput(key: text) else {
        field.report("this is not a key; send a character, Enter, an arrow or an offer's number")
        return nil
      }
      return .key(session: session, key)
    case .hint: return .hint(session: session)
    case .leave: return .leave(session: session)
    default: return nil
    }
  }
}
