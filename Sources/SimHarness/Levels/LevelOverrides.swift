/// What a suite sets in every level: fields, rule numbers and script parameters.
public struct LevelOverrides: Sendable, Equatable {
  /// Fields of the level file, in the order in which they are set.
  public var fields: [LevelEdit]
  public var rules: [String: Double]
  public var parameters: [String: [String: Double]]
  /// The suite's file, and the lines in it of what is set, by the path below `with`.
  public var file: String?
  public var lines: [String: Int] = [:]

  public init(
    fields: [LevelEdit] = [], rules: [String: Double] = [:],
    parameters: [String: [String: Double]] = [:]
  ) {
    self.fields = fields
    self.rules = rules
    self.parameters = parameters
  }

  public static let none = LevelOverrides()

  public var isEmpty: Bool { fields.isEmpty && rules.isEmpty && parameters.isEmpty }
}
