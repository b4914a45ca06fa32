/// The layers of the sources, as `tools/layers.txt` lists them.
struct Layers {
  struct Folder: Equatable {
    /// Below Sources/.
    let path: String
    let layer: String
    let isApart: Bool
    /// Its place in the list of all folders.
    let place: Int
  }

  struct Exception: Hashable {
    let file: String
    let type: String
  }

  /// A line of the list that cannot be read.
  struct Malformed: Error, Equatable {
    let line: Int
  }

  private(set) var names: [String] = []
  private(set) var folders: [Folder] = []
  private(set) var exceptions: [Exception] = []
  private var seen: [String: Set<String>] = [:]

  init(_ text: String) throws(Malformed) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { throw Malformed(line: index + 1) }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      guard add(value, as: line[..<colon]) else { throw Malformed(line: index + 1) }
    }
  }

  /// Takes in a line; false where it says nothing, or names a layer that does not stand above it.
  private mutating func add(_ value: String, as key: Substring) -> Bool {
    if key == "layer" {
      guard !value.isEmpty, !names.contains(value) else { return false }
      names.append(value)
      return true
    }
    guard let layer = names.last else { return false }
    switch key {
    case "sees":
      let layers = value.split(separator: ",").map { String($0.drop { $0 == " " }) }
      seen[layer] = Set(layers)
      return layers.allSatisfy { names.dropLast().contains($0) }
    case "folder", "apart":
      folders.append(
        Folder(path: value, layer: layer, isApart: key == "apart", place: folders.count))
      return true
    case "except":
      let words = value.split(separator: " ").map { String($0) }
      exceptions += words.dropFirst().map { Exception(file: words[0], type: $0) }
      return words.count > 1
    default: return false
    }
  }

  /// The folder of a file: the innermost one that is listed.
  func folder(of file: String) -> Folder? {
    folders.filter { file.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
  }

  /// Whether files of a folder may name types of another.
  func mayName(_ other: Folder, from folder: Folder) -> Bool {
    if folder == other { return true }
    guard folder.layer == other.layer else {
      return seen[folder.layer, default: []].contains(other.layer)
    }
    return !folder.isApart && !other.isApart && other.place < folder.place
  }
}
