import CProcess

/// The arguments of this process, also where there is no `/proc` to read them from.
enum ProgramArguments {
  /// The program's name as it was called, then its arguments.
  static let all: [String] = {
    let count = cprocess_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).compactMap { cprocess_argument($0).map { String(cString: $0) } }
  }()
}
