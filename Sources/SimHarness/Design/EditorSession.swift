/// A level of one game that is being designed.
struct EditorSession<Level: DesignedLevel>: DesignSession {
  private let entry: GameEntry
  private var editor: LevelEditor<Level>
  /// The level as it was opened.
  private let opened: Level
  /// What a script of the level declares, by its name.
  private let parameters: @Sendable (String) -> [ScriptParameter]
  private(set) var board: DesignBoard?
  private(set) var revision = 0
  private(set) var bodiesRevision = 0

  init(
    _ level: Level, of entry: GameEntry, path: String?, store: LevelStore,
    parameters: @escaping @Sendable (String) -> [ScriptParameter]
  ) throws(LevelEditorError) {
    self.entry = entry
    self.parameters = parameters
    opened = level
    editor = LevelEditor(store: store, catalog: store.catalog, game: entry.name)
    try editor.open(level, path: path)
    board = drawn
  }

  private var document: LevelDocument<Level> { editor.active ?? LevelDocument(opened) }
  private var level: Level { document.level }

  var game: String { entry.name }
  var file: LevelFile { LevelFile(level) }
  var savedFile: LevelFile { LevelFile(document.saved) }
  var path: String? { document.path }
  var isModified: Bool { document.isModified }
  var undoCount: Int { document.undoCount }
  var redoCount: Int { document.redoCount }
  var undoName: String? { document.undoName }
  var redoName: String? { document.redoName }

  // MARK: Looking

  /// The level, where its game draws it.
  private var drawnLevel: (any DrawnLevel)? { entry.isDrawn ? level as? any DrawnLevel : nil }

  private var drawn: DesignBoard? { drawnLevel?.board(catalog: editor.catalog) }

  var tools: [DesignTool] {
    func tools<Drawn: DrawnLevel>(_ level: Drawn) -> [DesignTool] {
      Drawn.tools(for: level, catalog: editor.catalog)
    }
    return drawnLevel.map { tools($0) } ?? []
  }

  var fields: [DesignField] {
    let scripts = Level.scripts(in: editor.catalog)
    return DesignField.fields(
      of: level, leavingOut: drawnLevel?.drawnFields ?? [],
      scriptNames: { Level.scriptNames(forField: $0, in: scripts) }, parameters: parameters)
      + (drawnLevel?.boardFields ?? [])
  }

  func operations(for gesture: DesignGesture) -> [String] {
    drawnLevel?.operations(for: gesture) ?? gesture.plainOperations ?? []
  }

  // MARK: Changing

  mutating func perform(
    _ operations: [String], stroke: Int
  ) throws(LevelEditorError) -> DesignStep {
    try step(operations) { (editor) throws(LevelEditorError) in
      try editor.perform(operations, stroke: stroke)
    }
  }

  mutating func endStroke() { editor.endStroke() }

  mutating func undo() throws(LevelEditorError) -> DesignStep {
    try step(["undo"]) { (editor) throws(LevelEditorError) in
      let name = editor.active?.undoName
      try editor.undo()
      return ["undone" + (name.map { ": \($0)" } ?? "")]
    }
  }

  mutating func redo() throws(LevelEditorError) -> DesignStep {
    try step(["redo"]) { (editor) throws(LevelEditorError) in
      let name = editor.active?.redoName
      try editor.redo()
      return ["redone" + (name.map { ": \($0)" } ?? "")]
    }
  }

  mutating func replace(
    by file: LevelFile, named name: String
  ) throws(LevelEditorError) -> DesignStep {
    let level = try own(file)
    return try step([]) { (editor) throws(LevelEditorError) in
      try editor.edit(named: name) { (edited) throws(LevelEditorError) in edited = level }
      return [name]
    }
  }

  mutating func rebase(
    to file: LevelFile, keepingEdits: Bool
  ) throws(LevelEditorError) -> DesignStep {
    let level = try own(file)
    return try step([]) { (editor) throws(LevelEditorError) in
      try editor.rebase(to: level, keepingEdits: keepingEdits)
      return []
    }
  }

  private func own(_ file: LevelFile) throws(LevelEditorError) -> Level {
    guard let level = file.content as? Level, file.header.game == game else {
      throw .otherGame(file.header.name)
    }
    return level
  }

  // MARK: Saving

  mutating func save(
    overwrite: Bool, unlessChangedSince stamp: FileStamp?
  ) throws(LevelEditorError) -> String {
    try editor.save(overwrite: overwrite, unlessChangedSince: stamp)
  }

  mutating func save(as name: String, overwrite: Bool) throws(LevelEditorError) -> String {
    var path = ""
    _ = try step([]) { (editor) throws(LevelEditorError) in
      path = try editor.save(as: name, overwrite: overwrite)
      return []
    }
    return path
  }

  // MARK: Steps

  /// Does something with the editor and finds what changed; `body` gives what was done, in words.
  private mutating func step(
    _ operations: [String],
    _ body: (inout LevelEditor<Level>) throws(LevelEditorError) -> [String]
  ) throws(LevelEditorError) -> DesignStep {
    let before = level
    let words = try body(&editor)
    var drawing = DesignStep.Drawing.nothing
    if level != before {
      revision += 1
      drawing = redraw()
    }
    return DesignStep(
      revision: revision, operations: operations, words: words, drawing: drawing)
  }

  /// Brings the board up to the level.
  private mutating func redraw() -> DesignStep.Drawing {
    guard let new = drawn else { return .nothing }
    guard var shown = board, let patch = shown.patch(to: new) else {
      board = new
      bodiesRevision = revision
      return .board(new)
    }
    let before = Set(shown.picture.start.map(\.id))
    shown.apply(patch)
    board = shown
    if before != Set(shown.picture.start.map(\.id)) { bodiesRevision = revision }
    return .patch(patch)
  }
}
