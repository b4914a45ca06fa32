extension PeggleLevelFile: LevelContent {
  public static func scripts(in catalog: any LevelCatalog) -> any PeggleCatalog {
    catalog as? any PeggleCatalog ?? PeggleScriptList()
  }

  public static func fields(of game: String) -> [String] { fields }

  public static func rules(of game: String) -> [RuleParameter] { PeggleRules.parameters }

  public static var textFields: [String] { ["name", "id", "mode"] }

  public static var nullableTextFields: [String] { ["master"] }

  public static func empty(
    of game: String, named name: String, catalog: any PeggleCatalog
  ) -> PeggleLevelFile {
    PeggleLevelFile(name: name)
  }

  public static var hasSize: Bool { true }

  public var reasonNotToVary: String? {
    objects.count(where: { $0.colour != nil }) < 3
      ? "varying its board needs at least three pegs; add some" : nil
  }

  public func difference(from other: PeggleLevelFile) -> Double {
    let count = zip(objects, other.objects).count { $0 != $1 }
    return Double(count) / Double(max(1, other.objects.count { $0.colour != nil }))
  }
}
