/// What a script may ask `turn:probes` for.
enum ForesightField: String, CaseIterable {
  case score, cleared, group, cell, wins, loses

  /// The field that a script names.
  init(_ datum: ScriptDatum) throws(ScriptCallError) {
    for field in Self.allCases where datum.isText(field.text) {
      self = field
      return
    }
    guard let name = datum.string else {
      throw ScriptCallError("turn:probes needs names of fields, not \(datum.typeName)")
    }
    throw ScriptCallError(
      "turn:probes: "
        + NearestName.complaint(
          about: name, called: "field", known: Self.allCases.map(\.rawValue)))
  }

  private var text: StaticString {
    switch self {
    case .score: "score"
    case .cleared: "cleared"
    case .group: "group"
    case .cell: "cell"
    case .wins: "wins"
    case .loses: "loses"
    }
  }
}
