/// Where a plan's levels come from.
public enum LevelOrigin: Sendable {
  case generator(GeneratorSpace)
  /// Changed copies of a level.
  case like(LevelSimilarity)

  /// The generator's name, or the level's.
  public var name: String {
    switch self {
    case .generator(let space): space.script.name
    case .like(let similarity): similarity.file.header.name
    }
  }

  /// The names of a generator's parameters.
  var parameterNames: [String] {
    if case .generator(let space) = self { space.script.parameters.map(\.name) } else { [] }
  }
}
