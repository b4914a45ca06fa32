import SimHarness
import Synchronization

/// When files were saved last: enough to detect saves, new files and deletions.
public struct FileStamps: Equatable, Sendable {
  private var stamps: [String: FileStamp?] = [:]

  /// The stamps of these files now.
  public init(of paths: [String]) {
    for path in paths { stamps[path] = .some(FileStamp(of: path)) }
  }
}

/// The files whose saves are waited for.
public enum WatchedFiles {
  /// The files behind level arguments, the files of agents, and the Lua files of scripts folders.
  ///
  /// What is not a path of a file system, such as `builtin:` names, is left out.
  public static func paths(
    levels: [String], agents: [String], scripts: [String]
  ) -> [String] {
    var paths: [String] = []
    for level in levels where !level.hasPrefix("builtin:") && !level.hasPrefix("import:") {
      let path = level.firstIndex(of: "#").map { String(level[..<$0]) } ?? level
      if case .folder = LevelFileReader.kind(of: path) {
        paths += LevelFileReader.levelFiles(below: path)
      } else {
        paths.append(path)
      }
    }
    for agent in agents {
      let name = agent.prefix { $0 != ":" }
      if ScriptName.isPath(String(name)) { paths.append(String(name)) }
    }
    return paths + scripts.flatMap { ScriptLibrary(folder: $0, games: .none).allFiles }
  }
}

extension ScriptLibrary {
  /// Every Lua file that a level or player may use, modules included.
  var allFiles: [String] {
    ScriptKind.allCases.flatMap { files(of: $0) } + moduleFiles
  }
}
