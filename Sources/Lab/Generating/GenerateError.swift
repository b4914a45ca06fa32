import SimHarness

/// Why levels cannot be generated.
public enum GenerateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A setting of a generator's parameter, and what is wrong with it.
  case setting(String, String)
  /// A feature to be diverse in, and what is wrong with it.
  case feature(String, String)
  /// A level to resemble, by its name, and what is wrong with it.
  case level(String, String)
  /// Every level of the first batch was refused; why the first one was.
  case unusable(String)

  public var description: String {
    switch self {
    case .setting(let text, let problem):
      "\(SafeText.quoted(text, limit: 100)): \(problem)"
    case .feature(let text, let problem):
      "figure \(SafeText.quoted(text, limit: 100)): \(problem)"
    case .level(let name, let problem): "\(SafeText.named(name, limit: 100)): \(problem)"
    case .unusable(let problem): "no generated level can be played: \(problem)"
    }
  }
}
