/// Which files name types that their layer does not see.
struct Layering {
  /// A type in a place where it should not be known.
  struct Violation: CustomStringConvertible {
    let file: String
    let line: Int
    let type: String
    let folder: Layers.Folder
    let other: Layers.Folder

    var exception: Layers.Exception { Layers.Exception(file: file, type: type) }

    var description: String {
      "Sources/\(file):\(line): \(type) is in \(other.path) (\(other.layer)), which "
        + "\(folder.path) (\(folder.layer)) does not see; move one of them, see tools/layers.txt"
    }
  }

  private(set) var violations: [Violation] = []
  /// Files in no folder of the list.
  private(set) var strays: [String] = []

  init(_ files: [SourceFile], in layers: Layers) {
    /// The files that declare a type, by its name.
    var homes: [String: [String]] = [:]
    var folders: [String: Layers.Folder] = [:]
    for file in files {
      for type in file.types { homes[type, default: []].append(file.path) }
      folders[file.path] = layers.folder(of: file.path)
    }
    for file in files {
      guard let folder = folders[file.path] else {
        strays.append(file.path)
        continue
      }
      for mention in file.mentions {
        let all = homes[mention.name] ?? []
        // A module's own type hides another module's.
        let own = all.filter { Self.module(of: $0) == Self.module(of: file.path) }
        let places = (own.isEmpty ? all : own).compactMap { folders[$0] }
        guard let other = places.first,
          !places.contains(where: { layers.mayName($0, from: folder) })
        else { continue }
        violations.append(
          Violation(
            file: file.path, line: mention.line, type: mention.name, folder: folder, other: other))
      }
    }
  }

  /// The module of a file: each game is one, and so is every other folder at the top.
  private static func module(of path: String) -> ArraySlice<Substring> {
    let parts = path.split(separator: "/")
    return parts.prefix(parts.first == "Games" ? 2 : 1)
  }
}
