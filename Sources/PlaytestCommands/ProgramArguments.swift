import CProcess

/// The arguments of this process, also where there is no `/proc` to read them from.
enum ProgramArguments {
  /// The program's name as it was called, then its arguments.
  static let all: [String] = {
    let count = cprocess_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).compactMap { cprocess_argument($0).map { String(cString: $0) } }
  }()

  /// The place of the first argument that is not valid UTF-8, from 1 behind the program's name; nil
  /// if there is none.
  ///
  /// In `all` such a text is another one, which would name another file.
  static let firstDamaged: Int? = {
    let count = cprocess_argument_count()
    return (1..<max(1, count)).first { place in
      cprocess_argument(place).map { String(validatingCString: $0) == nil } ?? false
    }.map(Int.init)
  }()
}
