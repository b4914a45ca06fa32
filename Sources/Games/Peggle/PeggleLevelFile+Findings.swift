import PegglePhysics
import SimHarness

extension PeggleLevelFile {
  /// What is valid but plays badly.
  public func findings(catalog: any PeggleCatalog) -> [LevelFinding] {
    guard rules.balls > 0 else {
      return [
        LevelFinding(
          .error, at: .key("balls"),
          message: "a level without balls is lost at once; set balls to at least 1")
      ]
    }
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
    return findings + unusedMultipliers(catalog) + unusedNumbers
  }

  /// Multipliers of a level that has no orange pegs to count.
  private func unusedMultipliers(_ catalog: any PeggleCatalog) -> [LevelFinding] {
    guard !hasPeg(of: Self.goalColour, catalog) else { return [] }
    return ["multiplier15", "multiplier10", "multiplier6", "multiplier3", "multiplier0"]
      .filter { name in
        let values = [rules.scoring, .peggle, .msk].map { scoring in
          var rules = rules
          rules.scoring = scoring
          return rules.value(of: name)
        }
        return values[0] != values[1] && values[0] != values[2]
      }
      .map { name in
        LevelFinding(
          .warning, at: .key("scoring"), .key(name),
          message: "the level has no orange pegs, so its points are not multiplied and"
            + " scoring.\(name) has no effect; remove it or add an orange peg")
      }
  }

  /// Numbers of rules that the level does not play by.
  private var unusedNumbers: [LevelFinding] {
    var unused: [(name: String, reason: String)] = []
    if rules.integrator == .msk {
      unused += ["restitution", "friction", "impactLimit"]
        .map { ($0, "the integrator msk has no such number") }
    }
    if !rules.bucket {
      unused += ["bucketRise", "bucketWidth", "bucketHeight", "bucketSpeed"]
        .map { ($0, "the level has no bucket") }
    }
    let usual = PeggleRules.defaults(of: rules.integrator)
    return unused.filter { rules.value(of: $0.name) != usual.value(of: $0.name) }.map {
      LevelFinding(
        .warning, at: .key("rules"), .key($0.name),
        message: "\($0.reason), so rules.\($0.name) has no effect; remove it")
    }
  }

  private func hasPowerPeg(_ catalog: any PeggleCatalog) -> Bool {
    hasPeg(of: "green", catalog)
  }

  private func hasPeg(of colour: String, _ catalog: any PeggleCatalog) -> Bool {
    pegNames.contains { name in
      let facts = (try? catalog.peggleScript(.peg, named: name)) ?? nil
      return (facts?.colour ?? name) == colour
    }
  }
}
