/// How much of a draft could be done again.
public struct DraftRestoration: Equatable, Sendable {
  /// The steps that are there again.
  public var done = 0
  /// The steps that could not be done again, such as those with a script that is gone.
  public var lost = 0
}

extension DesignSession {
  /// Does a draft's steps again on the level that the draft began with.
  ///
  /// Where a step fails, the next checkpoint in the draft is gone on from, as one step; without one
  /// the rest is lost.
  /// - Parameters:
  ///   - steps: The steps.
  ///   - catalog: Where the scripts that their levels name come from.
  /// - Returns: How many were done.
  public mutating func restore(
    _ steps: [DesignDraft.Step], catalog: any LevelCatalog
  ) -> DraftRestoration {
    var restoration = DraftRestoration()
    var isLost = false
    for (number, step) in steps.enumerated() {
      if case .checkpoint(let text) = step {
        if isLost { isLost = !isDone(.replaced(text: text, name: "restored"), number, catalog) }
        continue
      }
      if !isLost { isLost = !isDone(step, number, catalog) }
      if isLost { restoration.lost += 1 } else { restoration.done += 1 }
    }
    endStroke()
    return restoration
  }

  private mutating func isDone(
    _ step: DesignDraft.Step, _ number: Int, _ catalog: any LevelCatalog
  ) -> Bool {
    do throws(LevelEditorError) {
      switch step {
      case .operations(let operations): _ = try perform(operations, stroke: number)
      case .undo: _ = try undo()
      case .redo: _ = try redo()
      case .replaced(let text, let name):
        guard let file = level(text, catalog) else { return false }
        _ = try replace(by: file, named: name)
      case .changedOnDisk(let text, let keepingEdits):
        guard let file = level(text, catalog) else { return false }
        _ = try rebase(to: file, keepingEdits: keepingEdits)
      case .checkpoint: break
      }
      return true
    } catch {
      return false
    }
  }

  private func level(_ text: String, _ catalog: any LevelCatalog) -> LevelFile? {
    try? LevelFile.read(Array(text.utf8), file: "draft", catalog: catalog)
  }
}
