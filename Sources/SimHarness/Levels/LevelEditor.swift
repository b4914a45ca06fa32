/// The designer: levels that are open for editing, one of them active, and the selected tool.
///
/// Everything that changes a level is one step of its history; what fails changes nothing.
public struct LevelEditor<Level: DesignedLevel>: Sendable {
  /// The open levels in the order in which they were opened; their names differ.
  public private(set) var documents: [LevelDocument<Level>] = []
  /// Which of them is edited; nil only if none is open.
  public private(set) var activeIndex: Int? {
    didSet { selected = nil }
  }
  /// The selected tool.
  public package(set) var tool = Level.initialTool
  /// The object of the active level that was chosen last, by its index; nil if there is none.
  ///
  /// Only games whose levels are lists of objects have one.
  public package(set) var selected: Int?
  /// Where levels are loaded from and saved to.
  public let store: LevelStore
  /// Where the scripts that levels name come from.
  public let catalog: any LevelCatalog

  /// The game whose levels are edited.
  public let game: String

  /// `game` is needed where several games have one type of level; nil: the first that has it.
  public init(store: LevelStore, catalog: any LevelCatalog, game: String? = nil) {
    self.store = store
    self.catalog = catalog
    self.game = game ?? catalog.games.levelGames.first { $0.levels == Level.self }?.name ?? ""
  }

  /// Where the scripts of the game's levels come from.
  public var scripts: Level.Scripts { Level.scripts(in: catalog) }

  /// The active level with its history.
  public var active: LevelDocument<Level>? { activeIndex.map { documents[$0] } }

  /// The active level.
  public var level: Level {
    get throws(LevelEditorError) {
      guard let active else { throw .noLevel }
      return active.level
    }
  }

  // MARK: History

  /// Changes the active level as one step; false if it stays as it is.
  ///
  /// Without a name the step is called what the change says of itself.
  @discardableResult
  public mutating func edit(
    named name: String? = nil, _ body: (inout Level) throws(LevelEditorError) -> Void
  ) throws(LevelEditorError) -> Bool {
    let index = try requireActive()
    var level = documents[index].level
    try body(&level)
    if level.name != documents[index].level.name { try requireFree(level.name) }
    return documents[index].edit(to: level, name: name)
  }

  /// Does operations of the shell on the active level as one step, all or none.
  ///
  /// Nothing that was done before them can be undone or redone by them.
  /// - Parameters:
  ///   - operations: As `perform(_:)` takes them.
  ///   - stroke: Calls with the same number, one after another, are one step together.
  /// - Returns: What each operation did, in one line.
  /// - Throws: Why the first one that failed did; the level is then as it was before the call.
  @discardableResult
  public mutating func perform(
    _ operations: [String], stroke: Int
  ) throws(LevelEditorError) -> [String] {
    let index = try requireActive()
    var trial = self
    trial.documents[index] = documents[index].withoutHistory
    var words: [String] = []
    for operation in operations { words.append(try trial.perform(operation)) }
    documents[index].edit(to: try trial.level, stroke: stroke, fallback: words.last)
    (tool, selected) = (trial.tool, trial.selected)
    return words
  }

  /// Ends the active level's stroke: what is done next is a step of its own.
  public mutating func endStroke() {
    if let activeIndex { documents[activeIndex].endStroke() }
  }

  /// Takes over what another program wrote to the active level's file; see `LevelDocument.rebase`.
  @discardableResult
  public mutating func rebase(
    to level: Level, keepingEdits: Bool = false
  ) throws(LevelEditorError) -> Bool {
    let index = try requireActive()
    var document = documents[index]
    let isChanged = document.rebase(to: level, keepingEdits: keepingEdits)
    try replace(index, by: document)
    return isChanged
  }

  /// Undoes the active level's newest step.
  public mutating func undo() throws(LevelEditorError) {
    let index = try requireActive()
    var document = documents[index]
    guard document.undo() else { throw .nothingToUndo }
    try replace(index, by: document)
  }

  /// Redoes the active level's step undone last.
  public mutating func redo() throws(LevelEditorError) {
    let index = try requireActive()
    var document = documents[index]
    guard document.redo() else { throw .nothingToRedo }
    try replace(index, by: document)
  }

  // MARK: Open levels

  /// Opens an empty level and makes it the active one.
  public mutating func create(named name: String) throws(LevelEditorError) {
    if let problem = LevelHeader.problem(with: name) {
      throw .store(.badName(name, problem: problem))
    }
    try open(.empty(of: game, named: name, catalog: scripts))
  }

  /// Opens a level without a file, such as an imported one, and makes it the active one.
  public mutating func open(_ level: Level, path: String? = nil) throws(LevelEditorError) {
    try requireFree(level.name)
    documents.append(LevelDocument(level, path: path))
    activeIndex = documents.count - 1
  }

  /// Makes an open level the active one.
  public mutating func activate(_ name: String) throws(LevelEditorError) {
    activeIndex = try requireIndex(of: name)
  }

  /// Closes an open level; the one opened before it becomes active if it was.
  public mutating func close(
    _ name: String, discardingChanges: Bool = false
  ) throws(LevelEditorError) {
    let index = try requireIndex(of: name)
    try guardChanges(at: index, discardingChanges)
    remove(at: index)
  }

  // MARK: Files

  /// Opens the store's level of this name and makes it the active one.
  ///
  /// If it is open already it is read again, which loses its history.
  public mutating func load(
    _ name: String, discardingChanges: Bool = false
  ) throws(LevelEditorError) {
    try guardChanges(at: index(of: name), discardingChanges)
    let path = try storing { () throws(LevelStoreError) in try store.path(of: name) }
    try load(at: path, discardingChanges: discardingChanges)
  }

  /// Opens a level file and makes it the active one.
  ///
  /// If it is open already it is read again, which loses its history.
  public mutating func load(
    at path: String, discardingChanges: Bool = false
  ) throws(LevelEditorError) {
    let file = try storing { () throws(LevelStoreError) in try store.load(at: path) }
    guard let level = file.content as? Level, file.header.game == game else {
      throw .otherGame(file.header.name)
    }
    let duplicate = documents.firstIndex { $0.path == path } ?? index(of: level.name)
    guard let duplicate else { return try open(level, path: path) }
    try guardChanges(at: duplicate, discardingChanges)
    try replace(duplicate, by: LevelDocument(level, path: path))
    activeIndex = duplicate
  }

  /// Writes the active level to its file, or to a new one named after it; see `LevelStore.save`.
  /// - Returns: The file's path.
  @discardableResult
  public mutating func save(
    overwrite: Bool = false, unlessChangedSince stamp: FileStamp? = nil
  ) throws(LevelEditorError) -> String {
    let index = try requireActive()
    return try write(
      documents[index].level, at: index, to: documents[index].path, overwrite: overwrite,
      unlessChangedSince: stamp)
  }

  /// Writes the active level under another name to a file of its own; the old file stays.
  ///
  /// The new name is a step of the history like any other.
  /// - Returns: The file's path.
  @discardableResult
  public mutating func save(
    as name: String, overwrite: Bool = false
  ) throws(LevelEditorError) -> String {
    let index = try requireActive()
    var level = documents[index].level
    if name == level.name { return try save(overwrite: overwrite) }
    try requireFree(name)
    level.name = name
    return try write(
      level, at: index, to: nil, overwrite: overwrite, step: "save as \(SafeText.named(name))")
  }

  /// The store's files.
  public func list() -> [LevelStore.Entry] { store.list() }

  /// Deletes the store's level of this name, and closes it if it is open.
  public mutating func delete(
    _ name: String, discardingChanges: Bool = false
  ) throws(LevelEditorError) {
    let index = index(of: name)
    try guardChanges(at: index, discardingChanges)
    try storing { () throws(LevelStoreError) in try store.delete(named: name) }
    if let index { remove(at: index) }
  }

  /// Deletes all of the game's levels in the store, and closes those that are open.
  ///
  /// - Returns: The paths of the files.
  @discardableResult
  public mutating func deleteAll(
    discardingChanges: Bool = false
  ) throws(LevelEditorError) -> [String] {
    let entries = store.list().filter { $0.game == game }
    let names = Set(entries.compactMap(\.name))
    for (index, document) in documents.enumerated() where names.contains(document.level.name) {
      try guardChanges(at: index, discardingChanges)
    }
    try storing { () throws(LevelStoreError) in try store.deleteAll(entries) }
    for index in documents.indices.reversed() where names.contains(documents[index].level.name) {
      remove(at: index)
    }
    return entries.map(\.path)
  }

  // MARK: Steps

  /// Replaces a document by another, unless a third has its name.
  private mutating func replace(
    _ index: Int, by document: LevelDocument<Level>
  ) throws(LevelEditorError) {
    let name = document.level.name
    if name != documents[index].level.name { try requireFree(name) }
    documents[index] = document
    selected = nil
  }

  private func guardChanges(
    at index: Int?, _ discardingChanges: Bool
  ) throws(LevelEditorError) {
    guard let index, documents[index].isModified, !discardingChanges else { return }
    throw .unsavedChanges(documents[index].level.name)
  }

  private func index(of name: String) -> Int? {
    documents.firstIndex { $0.level.name == name }
  }

  private mutating func write(
    _ level: Level, at index: Int, to path: String?, overwrite: Bool,
    unlessChangedSince stamp: FileStamp? = nil, step: String? = nil
  ) throws(LevelEditorError) -> String {
    if let problem = level.unfinished { throw .unfinished(problem) }
    let place = try storing { () throws(LevelStoreError) in
      try store.save(
        LevelFile(level), to: path, overwrite: overwrite, unlessChangedSince: stamp)
    }
    documents[index].edit(to: level, name: step)
    documents[index].didSave(to: place)
    return place
  }

  /// Work of the store, whose errors are the editor's.
  private func storing<Value>(
    _ work: () throws(LevelStoreError) -> Value
  ) throws(LevelEditorError) -> Value {
    do throws(LevelStoreError) {
      return try work()
    } catch {
      throw .store(error)
    }
  }

  private mutating func remove(at index: Int) {
    documents.remove(at: index)
    guard let active = activeIndex else { return }
    if documents.isEmpty {
      activeIndex = nil
    } else if active >= index {
      activeIndex = max(active - 1, 0)
    }
  }

  func requireActive() throws(LevelEditorError) -> Int {
    guard let activeIndex else { throw .noLevel }
    return activeIndex
  }

  private func requireIndex(of name: String) throws(LevelEditorError) -> Int {
    if let index = index(of: name) { return index }
    let known = documents.map(\.level.name)
    throw .notOpen(name, suggestion: NearestName.suggestion(for: name, among: known))
  }

  private func requireFree(_ name: String) throws(LevelEditorError) {
    if index(of: name) != nil { throw .alreadyOpen(name) }
  }
}
