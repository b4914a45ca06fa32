import Lab
import SimHarness
import TextFormats

/// The levels that are open in a studio, and the tabs that show them.
///
/// It alone holds the documents; a tab that comes again finds them as they were. Games are played
/// by `RunEngine`'s own threads, so whatever is asked is answered at once.
public actor StudioEditor: StudioApplication {
  /// Levels that are open at the same time; with more, one that no tab shows is closed.
  static let maxLevels = 16

  public nonisolated let tickets = Tickets()
  let workspace: StudioWorkspace
  var workspaceLevels: WorkspaceLevels
  /// One for all requests: it knows the names of the levels that have not changed.
  let store: LevelStore
  var levels: [Int: OpenLevel] = [:]
  /// About 170 versions with all their games; small enough that the studio stays below 150 MB.
  var cache = FigureCache(maxBytes: 40 << 20)
  /// The games that people play, by the numbers of their sessions.
  var games: [Int: OpenGame] = [:]
  var sessions = 0
  /// Lets time pass in games whose clocks run.
  var clock: Task<Void, Never>?
  /// Seconds, of a clock that is never set back.
  let now: @Sendable () -> Double
  private(set) var tabs: [Int: LiveTab] = [:]
  private var documents = 0
  let gallery: Gallery
  /// Draws the deals of levels that have changed.
  ///
  /// On a thread of its own, a script that loops in one of them holds no request up.
  let dealThread = WorkThreads(1)
  var targets: LevelTargets
  private let page: StudioPage
  let watch: FileWatch

  /// - Parameters:
  ///   - workspace: What the studio works on.
  ///   - pages: A folder with the page's files, which are read at each request; nil for those that
  ///     the program carries inside.
  public init(_ workspace: StudioWorkspace, pages: String? = nil) {
    let start = ContinuousClock.now
    self.init(workspace, pages: pages) { (ContinuousClock.now - start) / .seconds(1) }
  }

  /// The same with a clock of its own, which gives seconds.
  init(_ workspace: StudioWorkspace, pages: String? = nil, now: @escaping @Sendable () -> Double) {
    self.workspace = workspace
    self.now = now
    store = LevelStore(folder: workspace.levels, catalog: workspace.library)
    page = StudioPage(folder: pages)
    targets = LevelTargets(workspace)
    workspaceLevels = WorkspaceLevels(workspace)
    gallery = Gallery(workspace)
    watch = FileWatch(workspace.levels)
    workspaceLevels.list()
  }

  // MARK: Pages and lists

  public nonisolated var routes: [Route] {
    page.routes + [
      Route(.get, "/api/levels") { _ in await self.list() },
      Route(.get, "/api/rates/:player/:level") { await self.rate($0.parameters) },
      Route(.get, "/api/versions/:document") { await self.versions($0.parameters) },
      Route(.get, "/api/versions/:document/:number") { await self.compare($0.parameters) },
    ]
  }

  private func list() async -> StudioResponse {
    workspaceLevels.list()
    let drafts = Set(workspaceLevels.draftIDs)
    let workspaceLevels = workspaceLevels
    let cards = await gallery.cards(of: workspaceLevels.entries, drafts: drafts) {
      workspaceLevels.draft(of: $0)
    }
    return .json(["levels": .array(cards)])
  }

  // MARK: Tabs

  public func enter(_ tab: LiveTab, version: String) throws(StudioFailure) -> JSONTree {
    guard version == StudioPage.version else {
      throw StudioFailure(
        status: 409, code: "page.version",
        message: "the page belongs to another version of the program; reload it")
    }
    tabs[tab.id] = tab
    // A page shows the scripts that are there when it is loaded.
    workspace.library.lookAgain()
    let games = workspace.games.all.map { game -> JSONTree in
      ["name": .string(game.name), "drawn": .bool(game.isDrawn), "summary": .string(game.summary)]
    }
    return [
      "folder": .string(workspace.name), "games": .array(games),
      "players": .array(workspace.players.map { .string($0) }),
      "readOnly": .bool(workspace.isReadOnly),
      "unwritable": workspace.isReadOnly
        ? .null : workspaceLevels.unwritable.map { .string($0) } ?? .null,
      "bundledPlaces": .array(
        workspace.bundled == nil ? workspace.bundledPlaces.map { .string($0) } : []),
    ]
  }

  public func left(_ tab: LiveTab) async {
    tabs[tab.id] = nil
    for document in levels.keys { stopLooking(tab.id, at: document) }
    await endGames { $0.tab == tab.id }
  }

  public func stop() async {
    await endGames { _ in true }
    for document in levels.keys {
      levels[document]?.settleDraft()
      levels[document]?.figures.cancel()
    }
  }

  /// Sends an event to the tabs that show a level, but not to the one that knows it already.
  func send(_ event: LiveEvent, about document: Int, except own: Int? = nil) {
    for tab in levels[document]?.tabs ?? [] where tab != own { tabs[tab]?.send(event) }
  }

  func sendToAll(_ event: LiveEvent) { for tab in tabs.values { tab.send(event) } }

  // MARK: Messages

  public func answer(_ message: [UInt8], from tab: LiveTab) async -> String {
    do throws(LiveRequestError) {
      let request = try LiveRequest.read(message)
      do {
        return LiveAnswer.ok(request.number, try await perform(request.action, of: tab.id)).text
      } catch {
        return LiveAnswer.refused(request.number, StudioFailure(describing: error)).text
      }
    } catch {
      return error.answer.text
    }
  }

  /// Does what a tab asks for.
  func perform(_ action: LiveAction, of tab: Int) async throws -> JSONTree {
    switch action {
    case .open(let opening): return try open(opening, tab)
    case .gesture(let document, let gesture):
      return try change(document, tab, keepsFields: gesture.keepsFields) { level in
        try level.handle(gesture, of: tab)
      }
    case .undo(let document): return try change(document, tab) { try $0.undo() }
    case .redo(let document): return try change(document, tab) { try $0.redo() }
    case .rename(let document, let name): return try rename(document, tab, to: name)
    case .restore(let document): return try restore(document, tab)
    case .discard(let document):
      try change(document, tab) { level in
        level.discard()
        return nil
      }
    case .settle(let document, let side): return try settle(document, tab, side)
    case .revert(let document, let number): return try revert(document, tab, to: number)
    case .target(let document, let target): return try aim(document, tab, target)
    case .save(let document, let name, let replaces):
      return try save(document, tab, as: name, replaces: replaces)
    case .delete(let level): return try delete(level)
    case .look(let document, let players, let games):
      return try look(tab, at: document, players: players, games: games)
    case .confirm(let document): return try confirm(document)
    case .watch(let film): return try await self.film(film)
    case .deal(let document, let index): return try await deal(document, index, of: tab)
    case .left(let document, let player): return try await left(document, player)
    case .play(let wanted): return try await play(wanted, of: tab)
    case .point(let session, let place, let presses):
      return try await point(at: place, presses: presses, in: session, of: tab)
    case .key(let session, let key): return try await take(key, in: session, of: tab)
    case .hint(let session): return try await hint(in: session, of: tab)
    case .leave(let session): return try await leave(session, of: tab)
    }
    return [:]
  }

  func level(_ document: Int) throws(StudioFailure) -> OpenLevel {
    guard let level = levels[document] else {
      throw StudioFailure(
        status: 404, code: "level.closed", message: "this level is not open any more; open it again"
      )
    }
    return level
  }

  // MARK: Opening

  private func open(_ opening: LiveOpening, _ tab: Int) throws -> JSONTree {
    switch opening {
    case .level(let id):
      if let open = levels.values.first(where: { $0.id == id }) {
        return opened(open.document, tab)
      }
      if workspaceLevels.entry(id) == nil { workspaceLevels.list() }
      guard let entry = workspaceLevels.entry(id) else { throw StudioFailure.missing }
      return try open(try file(of: entry), of: entry, tab)
    case .new(let game, let name):
      guard !workspace.isReadOnly else { throw StudioFailure.readOnly }
      guard let entry = workspace.games.game(named: game) else {
        throw StudioFailure(
          status: 422, code: "game.unknown", message: "there is no such game; choose another")
      }
      try refuseTaken(name, byOthersThan: nil)
      let id = workspaceLevels.id(ofLevelAt: file(named: name))
      workspaceLevels.list()
      guard workspaceLevels.entry(id) == nil, !levels.values.contains(where: { $0.id == id }) else {
        throw StudioFailure.taken(in: nil)
      }
      let file = LevelFile.empty(of: entry, named: name, catalog: workspace.library)
      try workspaceLevels.makeOwnFolder()
      try workspaceLevels.refuseLinks(ofLevel: id)
      _ = try open(file, of: .init(id: id, path: nil, isReadOnly: false), tab)
      // From now on it is listed, whether anything is drawn on it or not.
      levels[documents]?.beginDraft()
      workspaceLevels.list()
      return opened(documents, tab)
    }
  }

  func file(of entry: WorkspaceLevels.Entry) throws -> LevelFile {
    if let path = entry.path { return try store.load(at: path) }
    let text = workspaceLevels.draft(of: entry.id)?.read()?.text ?? ""
    return try LevelFile.read(Array(text.utf8), file: "draft", catalog: workspace.library)
  }

  /// The file that a new level of a name gets.
  func file(named name: String) -> String {
    "\(workspace.levels)/\(LevelStore.fileName(for: name))"
  }

  /// Makes sure that no other level has a name, nor the file that a level without one would get.
  private func refuseTaken(
    _ name: String, byOthersThan document: Int?
  ) throws(StudioFailure) {
    if let problem = LevelHeader.problem(with: name) {
      throw StudioFailure(status: 422, code: "level.name", message: "the name: \(problem)")
    }
    let path = document.flatMap { levels[$0]?.session.path }
    if let other = store.path(ofLevelNamed: name, besides: path) {
      throw StudioFailure.taken(in: other)
    }
    if path == nil, LevelFileReader.kind(of: file(named: name)) != .missing {
      throw StudioFailure.taken(in: file(named: name))
    }
    let isOpen = levels.values.contains {
      $0.document != document && !$0.isReadOnly && $0.session.file.header.name == name
    }
    if isOpen { throw StudioFailure.taken(in: nil) }
  }

  private func open(_ file: LevelFile, of entry: WorkspaceLevels.Entry, _ tab: Int) throws
    -> JSONTree
  {
    guard let game = workspace.games.game(named: file.header.game) else {
      throw StudioFailure(
        status: 422, code: "game.unknown", message: "the game is not registered; choose another")
    }
    try makeRoom()
    // A level that is read only has no file, so that it cannot be written.
    let session = try game.design(
      file, path: entry.isReadOnly ? nil : entry.path, store: store, library: workspace.library)
    documents += 1
    levels[documents] = OpenLevel(
      document: documents, id: entry.id, session: session, isReadOnly: entry.isReadOnly,
      draft: workspace.isReadOnly ? nil : workspaceLevels.draft(of: entry.id),
      folder: workspace.levels)
    return opened(documents, tab)
  }

  /// Closes the oldest level that no tab shows, where there are too many; its draft stays.
  private func makeRoom() throws(StudioFailure) {
    guard levels.count >= Self.maxLevels else { return }
    guard let oldest = levels.values.filter({ $0.tabs.isEmpty }).map(\.document).min() else {
      throw StudioFailure(
        status: 429, code: "levels.many",
        message: "\(Self.maxLevels) levels are open; close some of their tabs")
    }
    levels[oldest]?.figures.cancel()
    levels[oldest] = nil
  }

  /// The answer to the opening of a level.
  private func opened(_ document: Int, _ tab: Int) -> JSONTree {
    levels[document]?.tabs.insert(tab)
    guard let level = levels[document] else { return [:] }
    return .object(
      [(key: "doc", value: .int(document)), (key: "level", value: .string(level.id))]
        + [(key: "target", value: targets[level.id]?.tree ?? .null)] + level.whole)
  }

  // MARK: Changing

  /// Changes a level; all its tabs are shown what changed.
  /// - Parameters:
  ///   - document: The level.
  ///   - tab: Who changes it; nil for the disk.
  ///   - keepsFields: Whether that changes no field of the form.
  ///   - body: What is done.
  /// - Returns: What the tab is answered.
  /// - Throws: Why it cannot be done; the level stays as it was.
  @discardableResult
  func change(
    _ document: Int, _ tab: Int?, keepsFields: Bool = false,
    _ body: (inout OpenLevel) throws -> DesignStep?
  ) throws -> JSONTree {
    var level = try level(document)
    if tab != nil {
      if workspace.isReadOnly { throw StudioFailure.readOnly }
      // A step is kept there.
      try workspaceLevels.makeOwnFolder()
      try workspaceLevels.refuseLinks(ofLevel: level.id)
    }
    let revision = level.session.revision
    let wasDrawing = level.isDrawing
    let step: DesignStep?
    // Held once, or each change would copy what it writes to.
    levels[document] = nil
    do {
      step = try body(&level)
    } catch {
      levels[document] = level
      throw error
    }
    levels[document] = level
    let fields = level.changes(step, keepsFields: keepsFields)
    send(.board(document: document, .init(fields)), about: document, except: tab)
    if level.session.revision != revision {
      playSoon(document)
    } else if wasDrawing, level.session.file != level.before, countVersion(document) {
      showAgain(document)
    }
    return .object(fields)
  }

  private func rename(_ document: Int, _ tab: Int, to name: String) throws -> JSONTree {
    try refuseTaken(name, byOthersThan: document)
    return try change(document, tab) { try $0.rename(to: name) }
  }

  private func restore(_ document: Int, _ tab: Int) throws -> JSONTree {
    let catalog = workspace.library
    var lost = 0
    try change(document, tab) { level in
      lost = level.restore(catalog: catalog)
      return nil
    }
    guard let level = levels[document] else { return [:] }
    send(.board(document: document, .init(level.whole)), about: document, except: tab)
    let words = lost > 0 ? "\(lost) steps could not be restored" : "restored"
    return .object(level.whole + [(key: "words", value: .string(words))])
  }
}
