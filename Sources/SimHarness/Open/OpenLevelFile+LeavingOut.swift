/// Fields of a level of a game in Lua or of an engine.
extension OpenLevelFile {
  public mutating func leaveOut(
    _ path: String, catalog: any LevelCatalog
  ) throws(LevelFieldProblem) {
    if boardFields.contains(where: { $0.path == path }) {
      throw LevelFieldProblem(field: path, message: "a board has no default size; write a number")
    }
    let game = game
    let field = try place(leavingOut: path, fields: game.levelFields)
    // As where a field is set.
    let isChecking = game.spec.design == nil || unfinished == nil
    self = try tree.removing(at: field.steps[...]).reread(setting: field.keys, as: path) {
      Self.decode($0, game, isChecking: isChecking)
    }
  }
}
