/// What a script may ask `turn:probes` for.
enum ForesightField: String, CaseIterable {
  case move, score, cleared, group, cell, wins, loses

  /// The field that a script names.
  init(_ datum: ScriptDatum) throws(ScriptCallError) {
    // Field by field: this is asked several times a turn, and a loop over all costs more.
    if datum.isText("move") {
      self = .move
      return
    }
    if datum.isText("score") {
      self = .score
      return
    }
    if datum.isText("cleared") {
      self = .cleared
      return
    }
    if datum.isText("group") {
      self = .group
      return
    }
    if datum.isText("cell") {
      self = .cell
      return
    }
    if datum.isText("wins") {
      self = .wins
      return
    }
    if datum.isText("loses") {
      self = .loses
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
