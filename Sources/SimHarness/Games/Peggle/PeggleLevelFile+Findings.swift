extension PeggleLevelFile {
  /// What reads well and plays badly.
  public func findings(catalog: any PeggleCatalog) -> [LevelFinding] {
    guard objects.contains(where: { $0.colour != nil }) else {
      return [
        LevelFinding(
          .warning, at: .key("objects"), message: "the board has no pegs; add some")
      ]
    }
    var findings: [LevelFinding] = []
    if let master, !hasPowerPeg(catalog) {
      findings.append(
        LevelFinding(
          .warning, at: .key("master"),
          message:
            "green pegs trigger the master's power, but the level has none, so \(master) does"
            + " nothing; add a green peg or remove the master"))
    }
    return findings
  }

  private func hasPowerPeg(_ catalog: any PeggleCatalog) -> Bool {
    pegNames.contains { name in
      let facts = (try? catalog.peggleScript(.peg, named: name)) ?? nil
      return (facts?.colour ?? name) == "green"
    }
  }
}
