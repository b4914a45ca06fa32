/// A level and an agent of a run.
public struct RunCell: Sendable, Hashable {
  /// The level's position in the run.
  public let level: Int
  /// The agent's name as it was given.
  public let agent: String

  public init(level: Int, agent: String) {
    self.level = level
    self.agent = agent
  }
}
