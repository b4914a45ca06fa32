/// The fields of `turn:probes`.
enum ForesightField: String, CaseIterable {
  case move, score, cleared, group, cell, clears, joins, wins, loses

  /// The field that a script names.
  init(_ datum: ScriptDatum) throws(ScriptCallError) {
    // This is called several times per turn: length and first letter determine the field.
    switch (datum.length, datum.firstByte) {
    case (4, UInt8(ascii: "m")) where datum.isText("move"): self = .move
    case (4, UInt8(ascii: "c")) where datum.isText("cell"): self = .cell
    case (4, UInt8(ascii: "w")) where datum.isText("wins"): self = .wins
    case (5, UInt8(ascii: "s")) where datum.isText("score"): self = .score
    case (5, UInt8(ascii: "g")) where datum.isText("group"): self = .group
    case (5, UInt8(ascii: "j")) where datum.isText("joins"): self = .joins
    case (5, UInt8(ascii: "l")) where datum.isText("loses"): self = .loses
    case (6, UInt8(ascii: "c")) where datum.isText("clears"): self = .clears
    case (7, UInt8(ascii: "c")) where datum.isText("cleared"): self = .cleared
    default: throw Self.refusal(of: datum)
    }
  }

  private static func refusal(of datum: ScriptDatum) -> ScriptCallError {
    guard let name = datum.string else {
      return ScriptCallError("turn:probes needs names of fields, not \(datum.typeName)")
    }
    return ScriptCallError(
      "turn:probes: "
        + NearestName.complaint(
          about: name, called: "field", known: allCases.map(\.rawValue)))
  }
}
