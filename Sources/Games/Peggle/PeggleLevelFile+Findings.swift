import PegglePhysics
import SimHarness

extension PeggleLevelFile {
  /// What is valid but plays badly.
  public func findings(catalog: any PeggleCatalog) -> [LevelFinding] {
    guard objects.contains(where: { $0.colour != nil }) else {
      return [
        LevelFinding(
          .warning, at: .key("objects"), message: "the board has no pegs; add some")
      ]
    }
    var findings: [LevelFinding] = []
    for (index, object) in objects.enumerated()
    where object.colour != nil && !object.filter.collides(with: CollisionFilter()) {
      findings.append(
        LevelFinding(
          .warning, at: .key("objects"), .index(index),
          message:
            "no ball from the cannon hits this peg; set an odd number for maskBits and one above 0"
            + " for categoryBits"))
    }
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
