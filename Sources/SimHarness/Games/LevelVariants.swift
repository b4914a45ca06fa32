/// A level that differs from another in some fields, ready to play.
public struct LevelVariant: Sendable {
  public let file: LevelFile
  public let level: PlayableLevel
}

/// Makes variants of a level: typed edits of its file, read again as from a file.
///
/// A variant keeps the level's name and id, so that it is played with the same games as the level
/// (common random numbers) and differences are paired.
public struct LevelVariants: Sendable {
  public let file: LevelFile
  public let entry: GameEntry
  public let library: ScriptLibrary
  /// What a suite sets in every level.
  public let overrides: LevelOverrides
  /// The level with the fields that edits may need and that files leave out.
  package let tree: JSONTree

  public init(
    of file: LevelFile, entry: GameEntry, library: ScriptLibrary,
    overrides: LevelOverrides = .none
  ) {
    self.file = file
    self.entry = entry
    self.library = library
    self.overrides = overrides
    tree = file.completeTree
  }

  /// The level itself.
  public func unchanged() throws(LevelFieldProblem) -> LevelVariant { try variant(of: file) }

  /// The level with these fields set, all at once.
  /// - Throws: The first thing wrong with the level that comes out, with the edit's path.
  public func variant(_ edits: [LevelEdit]) throws(LevelFieldProblem) -> LevelVariant {
    var tree = tree
    var keys: [String] = []
    for edit in edits {
      let path = try LevelFieldPath(edit.path, rules: entry.rules)
      tree = try tree.replacing(at: path.steps[...], with: edit.value.normalised, path: edit.path)
      if keys.isEmpty { keys = path.keys }
    }
    let name = edits.uniqued(on: \.path).map(\.path).joined(separator: ", ")
    let library = library
    let file = try tree.reread(setting: keys, as: name) {
      LevelFile.decode($0, catalog: library)
    }
    return try variant(of: file, editing: name)
  }

  /// A level of another content, made ready to play.
  public func variant(
    of file: LevelFile, editing name: String = ""
  ) throws(LevelFieldProblem) -> LevelVariant {
    do throws(LevelError) {
      return LevelVariant(file: file, level: try entry.ready(file, library, overrides))
    } catch {
      throw LevelFieldProblem(field: name, message: error.description)
    }
  }

  /// The number at a path: the file's, else the default of the rule or of the script's parameter.
  package func number(at path: LevelFieldPath) throws(LevelFieldProblem) -> Double? {
    if let found = tree.value(at: path.steps[...])?.number { return found }
    let keys = path.steps.map { step in
      if case .key(let key) = step { key } else { "" }
    }
    if keys.count == 3, keys[0] == "params" {
      let declared = try parameters(ofScript: keys[1], path: path.text)
      guard let parameter = declared.first(where: { $0.name == keys[2] }) else {
        throw LevelFieldProblem(
          field: path.text,
          message: NearestName.complaint(
            about: keys[2], called: "parameter", of: SafeText.named(keys[1]),
            known: declared.map(\.name)))
      }
      return parameter.defaultValue
    }
    return rule(at: path)?.defaultValue
  }

  /// The number of the game's rules that a path sets; nil where it sets something else.
  package func rule(at path: LevelFieldPath) -> RuleParameter? {
    let keys = path.steps.map { step in
      if case .key(let key) = step { key } else { "" }
    }
    let field = keys.joined(separator: ".")
    return entry.rules.first { ($0.field ?? "rules.\($0.name)") == field }
  }

  /// What a script of the level declares.
  package func parameters(
    ofScript name: String, path: String
  ) throws(LevelFieldProblem) -> [ScriptParameter] {
    do throws(ScriptFault) {
      if let found = try entry.module.parameters(ofScript: name, in: library) { return found }
    } catch {
      throw LevelFieldProblem(field: path, message: error.message)
    }
    throw LevelFieldProblem(
      field: path,
      message: "there is no script \(SafeText.named(name)); check its name"
        + library.searched(for: entry.scriptKinds))
  }
}
