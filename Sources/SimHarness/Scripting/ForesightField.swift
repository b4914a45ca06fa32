/// What a script may ask `turn:probes` for.
enum ForesightField: String, CaseIterable {
  case move, score, cleared, group, cell, clears, joins, wins, loses

  /// The field that a script names.
  init(_ datum: ScriptDatum) throws(ScriptCallError) {
    // This is asked several times a turn: the length and the first letter leave one field each.
    let found: (field: Self, name: StaticString)? =
      switch (datum.length, datum.firstByte) {
      case (4, UInt8(ascii: "m")): (.move, "move")
      case (4, UInt8(ascii: "c")): (.cell, "cell")
      case (4, UInt8(ascii: "w")): (.wins, "wins")
      case (5, UInt8(ascii: "s")): (.score, "score")
      case (5, UInt8(ascii: "g")): (.group, "group")
      case (5, UInt8(ascii: "j")): (.joins, "joins")
      case (5, UInt8(ascii: "l")): (.loses, "loses")
      case (6, UInt8(ascii: "c")): (.clears, "clears")
      case (7, UInt8(ascii: "c")): (.cleared, "cleared")
      default: nil
      }
    if let found, datum.isText(found.name) {
      self = found.field
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
}
