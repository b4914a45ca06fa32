/// Why a field of a level cannot have a value.
public struct LevelFieldProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field as it was named, such as `spawn.weights.red`.
  public let field: String
  /// What is wrong; what to do.
  public let message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  public var description: String { "\(SafeText.escaped(field)): \(message)" }
}
