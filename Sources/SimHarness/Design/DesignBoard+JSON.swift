extension DesignBoard {
  /// The board for a page: the film's members `w`, `h`, `g`, `k` and `b`, and `places`, `grips` and
  /// `notes`.
  public var tree: JSONTree {
    var film = picture
    film.turns = []
    var members: [(key: String, value: JSONTree)] = []
    if case .object(let own) = film.tree { members = own.filter { $0.key != "t" } }
    members += [
      ("places", .array(places.map(\.tree))), ("grips", DesignGrips.tree(grips)),
      ("notes", .array(notes.map(\.tree))),
    ]
    return .object(members)
  }
}

extension DesignPatch {
  /// The patch for a page: bodies `x` gone and `z` settled and the new kinds `k`, as in a film's
  /// turn; `grips`, `words` by place, and all `notes`.
  public var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = []
    if !gone.isEmpty { members.append(("x", .array(gone.map { .int($0) }))) }
    if !kinds.isEmpty { members.append(("k", .array(kinds.map(GameFilm.tree(of:))))) }
    if !settled.isEmpty { members.append(("z", GameFilm.tree(of: settled))) }
    if !grips.isEmpty { members.append(("grips", DesignGrips.tree(grips))) }
    if !words.isEmpty {
      let sorted = words.sorted { $0.key < $1.key }
      members.append(("words", .object(sorted.map { ($0.key, .string($0.value)) })))
    }
    members.append(("notes", .array(notes.map(\.tree))))
    return .object(members)
  }
}

extension DesignPlace {
  /// Name, x, y, radius, row, column and words.
  fileprivate var tree: JSONTree {
    .array([
      .string(name), .int(x), .int(y), .int(radius), .int(row), .int(column), .string(words),
    ])
  }
}

extension DesignGrips {
  /// Grips by the ids of their bodies.
  fileprivate static func tree(_ grips: [Int: DesignGrips]) -> JSONTree {
    .object(grips.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value.tree) })
  }

  private var tree: JSONTree {
    [
      "words": .string(words), "x": .double(x), "y": .double(y), "width": .double(width),
      "height": .double(height), "turn": .double(turn), "move": .bool(canMove),
      "sizes": .string(sizes.rawValue), "turns": .bool(canTurn), "remove": .bool(canBeRemoved),
    ]
  }
}

extension DesignNote {
  fileprivate var tree: JSONTree {
    ["words": .string(words), "bodies": .array(bodies.map { .int($0) })]
  }
}

extension DesignTool {
  /// The tool for a page; `look` is a kind as in a film.
  public var tree: JSONTree {
    [
      "name": .string(name), "use": .string(use.rawValue),
      "look": look.map { GameFilm.tree(of: $0) } ?? .null,
    ]
  }
}

extension DesignField {
  /// The field for a page; without `value` where the level leaves it out, and without `usual` where
  /// that is not known.
  public var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = [("path", .string(path))]
    switch kind {
    case .number(let range, let isWhole):
      members += [
        ("kind", "number"), ("low", .double(range.lowerBound)), ("high", .double(range.upperBound)),
        ("whole", .bool(isWhole)),
      ]
    case .flag: members.append(("kind", "flag"))
    case .choice(let choices):
      members += [("kind", "choice"), ("choices", .array(choices.map { .string($0) }))]
    case .text: members.append(("kind", "text"))
    case .json: members.append(("kind", "json"))
    }
    members.append(("null", .bool(allowsNull)))
    if let value { members.append(("value", value)) }
    if let usual { members.append(("usual", usual)) }
    members += [("summary", .string(summary)), ("unit", .string(unit))]
    return .object(members)
  }
}
