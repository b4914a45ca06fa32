import SimHarness

extension PeggleLevelFile {
  public static func scripts(in catalog: any LevelCatalog) -> any PeggleCatalog {
    catalog as? any PeggleCatalog ?? PeggleScriptList()
  }

  public static var textFields: [String] { ["name", "id", "mode"] }

  public static var nullableTextFields: [String] { ["master"] }

  public static func scriptNames(forField path: String, in scripts: any PeggleCatalog) -> [String] {
    switch path {
    case "mode": scripts.peggleScriptNames(of: .mode)
    case "master": scripts.peggleScriptNames(of: .master)
    default: []
    }
  }

  public static var hasSize: Bool { true }

  public func resized(
    toWidth width: Double, height: Double
  ) throws(LevelFieldProblem) -> PeggleLevelFile? {
    try scaled(toWidth: width, height: height)
  }

  public var finishedStartAdvice: (field: String, advice: String) {
    ("mode", "give more balls, or change what the mode's start takes")
  }

  public var reasonNotToVary: String? {
    let colours = objects.compactMap(\.colour)
    if colours.count < 3 { return "varying its board needs at least three pegs; add some" }
    return Set(colours).count < 2
      ? "varying its board exchanges the colours of pegs, and all are \(colours[0]); add pegs of"
        + " another colour" : nil
  }

  public func difference(from other: PeggleLevelFile) -> Double {
    let count = zip(objects, other.objects).count { $0 != $1 }
    return Double(count) / Double(max(1, other.objects.count { $0.colour != nil }))
  }
}
