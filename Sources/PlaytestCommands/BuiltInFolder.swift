import FoundationEssentials
import Glibc

/// A folder that comes with the program: its scripts or its levels.
enum BuiltInFolder {
  /// Where the folder is; nil if it is in none of the places.
  static func path(_ name: String) -> String? {
    places(of: name).first(where: Workspace.isFolder)
  }

  /// The places where this program looks for a folder, in order.
  static func places(of name: String) -> [String] {
    ProgramArguments.all.first.map { places(of: name, program: resolved($0)) } ?? []
  }

  /// The places where a folder is looked for, in order: beside the program, as in a distribution;
  /// where `make install` puts it; beside a folder that the program lies in, as in a clone.
  ///
  /// `program` is an absolute path without links.
  static func places(of name: String, program: String) -> [String] {
    let steps = program.split(separator: "/").dropLast()
    let parents = (0..<steps.count).map { "/" + steps.dropLast($0).joined(separator: "/") }
    var places = parents.map { "\($0)/\(name)" }
    if parents.count > 1 { places.insert("\(parents[1])/share/playtest/\(name)", at: 1) }
    return places
  }

  /// The program's path with links followed.
  private static func resolved(_ program: String) -> String {
    let link = "/proc/self/exe"
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) { return path }
    // Without /proc: where the shell found it.
    var path = program
    if !program.utf8.contains(UInt8(ascii: "/")) {
      let folders = getenv("PATH").map { String(cString: $0) } ?? ""
      let candidates = folders.split(separator: ":").map { "\($0)/\(program)" }
      path = candidates.first { access($0, X_OK) == 0 && !Workspace.isFolder($0) } ?? program
    }
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
