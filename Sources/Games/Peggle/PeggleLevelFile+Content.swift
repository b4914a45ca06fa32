import SimHarness

extension PeggleLevelFile {
  public static func scripts(in catalog: any LevelCatalog) -> any PeggleCatalog {
    catalog as? any PeggleCatalog ?? PeggleScriptList()
  }

  public static var textFields: [String] { ["name", "id", "mode"] }

  public static var nullableTextFields: [String] { ["master"] }

  public static var hasSize: Bool { true }

  public func resized(
    toWidth width: Double, height: Double
  ) throws(LevelFieldProblem) -> PeggleLevelFile? {
    try scaled(toWidth: width, height: height)
  }

  public var reasonNotToVary: String? {
    objects.count(where: { $0.colour != nil }) < 3
      ? "varying its board needs at least three pegs; add some" : nil
  }

  public func difference(from other: PeggleLevelFile) -> Double {
    let count = zip(objects, other.objects).count { $0 != $1 }
    return Double(count) / Double(max(1, other.objects.count { $0.colour != nil }))
  }
}
