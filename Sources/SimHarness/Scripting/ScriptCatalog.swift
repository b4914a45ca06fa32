/// The source of scripts, as named in messages about an unknown name.
public protocol ScriptCatalog: Sendable {
  /// The folders that were searched for scripts of a kind, in words; nil for scripts in memory.
  func searchedFolders(of kind: ScriptKind) -> [String]?
}

extension ScriptCatalog {
  public func searchedFolders(of kind: ScriptKind) -> [String]? { nil }

  /// The sentence about a name that no script has: what it might mean, which names are known, and
  /// which folders were searched, `others` that hold no scripts included.
  public func complaint(
    about name: String, called noun: String, known: [String], of kinds: [ScriptKind],
    and others: [String] = []
  ) -> String {
    NearestName.complaint(about: name, called: noun, known: known)
      + searched(for: kinds, and: others)
  }

  /// Which folders were searched, to end a message with; empty for scripts in memory.
  public func searched(for kinds: [ScriptKind], and others: [String] = []) -> String {
    let searched = kinds.compactMap { searchedFolders(of: $0) }
    return searched.isEmpty ? "" : "; searched: " + Self.list(searched.flatMap(\.self) + others)
  }

  /// Folders in words; advice if there are none.
  static func list(_ folders: [String]) -> String {
    folders.isEmpty
      ? "nothing, because there is no scripts folder here or beside the program; pass one with"
        + " --scripts"
      : folders.map { SafeText.escaped($0, limit: 1000) }.joined(separator: ", ")
  }
}

extension ScriptLibrary: ScriptCatalog {
  public func searchedFolders(of kind: ScriptKind) -> [String]? {
    if isKept { return ["the scripts stored with the run"] }
    return folders.map { folder in
      let path = "\(folder)/\(kind.folder)"
      return Self.fileExists(path) ? path : "\(path) (not found)"
    }
  }
}
