import SimHarness

/// Checks a level against the contract of `DrawnLevel`: its board, and every gesture on it.
///
/// Returns what is broken in words; an empty list is a pass. For this project's games and for
/// yours.
public struct DrawnLevelConformance {
  private let game: GameEntry
  private let file: LevelFile
  private let library: ScriptLibrary
  /// Of long lists, such as the places of a board, this many are tried, evenly spread.
  private let samples: Int

  /// - Parameters:
  ///   - file: A level of the game.
  ///   - game: The game, whose levels are drawn.
  ///   - library: Where the scripts that the level names come from.
  ///   - samples: Places, bodies and tools that are tried with each other.
  public init(
    _ file: LevelFile, of game: GameEntry, library: ScriptLibrary, samples: Int = 12
  ) {
    self.game = game
    self.file = file
    self.library = library
    self.samples = max(1, samples)
  }

  /// Everything found broken, each once.
  public func violations() -> [String] {
    guard game.isDrawn else { return ["the game \(game.name) does not draw its levels"] }
    guard let session = try? open(file) else { return ["the level cannot be opened"] }
    guard let board = session.board else { return ["the level has no board"] }
    var found = boardViolations(board)
    // Gestures on a broken board say nothing more.
    guard found.isEmpty else { return found }
    found = rereadViolations(board)
    for gesture in gestures(on: board, session.tools) {
      found += violations(of: gesture, in: session, board)
    }
    found += strokeViolations(board, session)
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func open(_ file: LevelFile) throws -> any DesignSession {
    let store = LevelStore(folder: "/nowhere", catalog: library)
    return try game.design(file, store: store, library: library)
  }

  // MARK: The board

  private func boardViolations(_ board: DesignBoard) -> [String] {
    var found: [String] = []
    let film = board.picture
    let ids = film.start.map(\.id)
    if Set(ids).count != ids.count { found.append("two bodies have the same id") }
    let names = board.places.map(\.name)
    if Set(names).count != names.count { found.append("two places have the same name") }
    if !film.turns.isEmpty { found.append("the board's picture has turns") }
    for body in film.start {
      if !film.kinds.indices.contains(body.kind) { found.append("body \(body.id) has no kind") }
      if !(0...film.width).contains(body.x) || !(0...film.height).contains(body.y) {
        found.append("body \(body.id) is off the board")
      }
    }
    for place in board.places {
      if !(0...film.width).contains(place.x) || !(0...film.height).contains(place.y) {
        found.append("place \(place.name) is off the board")
      }
      if place.words.isEmpty { found.append("place \(place.name) has no words") }
    }
    let known = Set(ids)
    if !known.isSuperset(of: board.grips.keys) { found.append("grips of a body that is not there") }
    for note in board.notes {
      if note.words.isEmpty { found.append("a note has no words") }
      if !known.isSuperset(of: note.bodies) {
        found.append("a note names a body that is not there")
      }
    }
    return found
  }

  /// A level that is written and read again has the same board.
  private func rereadViolations(_ board: DesignBoard) -> [String] {
    guard
      let file = try? LevelFile.read(Array(file.text.utf8), file: "level", catalog: library),
      let session = try? open(file)
    else { return ["the level's text cannot be read"] }
    return session.board == board ? [] : ["the board differs after the level is written and read"]
  }

  // MARK: Gestures

  /// Some of the elements, evenly spread.
  private func some<Element>(_ elements: [Element]) -> [Element] {
    guard elements.count > samples else { return elements }
    return (0..<samples).map { elements[$0 * elements.count / samples] }
  }

  /// Every tool on some places, every kind of gesture, and gestures that mean nothing.
  private func gestures(on board: DesignBoard, _ tools: [DesignTool]) -> [DesignGesture] {
    var gestures: [DesignGesture] = [
      .reset, .set(field: "name", value: "Another"), .set(field: "", value: ""),
      .set(field: "a=b", value: "c"), .set(field: "nothing", value: "1"),
    ]
    let places = some(board.places.map(\.name)) + ["", "nowhere", "-1,-1", "99999,0", "0,0=x"]
    let (width, height) = (Double(board.picture.width), Double(board.picture.height))
    let points = [(0.5, 0.5), (0.1, 0.9), (0.31, 0.47), (-1, -1), (0, 2)]
      .map { (x: $0.0 * width, y: $0.1 * height) }
    for place in places { gestures += [.tap(place: place), .hold(place: place)] }
    for tool in tools.map(\.name) + ["", "no such tool"] {
      gestures += places.map { .paint(tool: tool, places: [$0]) }
      gestures.append(.paint(tool: tool, places: some(board.places.map(\.name))))
      gestures += points.map { .put(tool: tool, x: $0.x, y: $0.y) }
    }
    for body in some(board.picture.start.map(\.id)) + [-7, 1_000_000] {
      gestures += points.map { .move(body: body, x: $0.x, y: $0.y) }
      for size in [0, 1, 24, 50, 1e6, -.infinity, .nan] {
        gestures.append(.resize(body: body, width: size, height: size))
        gestures.append(.resize(body: body, width: size, height: 31))
      }
      gestures += [0, 1, -1e9, .infinity].map { .turn(body: body, radians: $0) }
      gestures.append(.remove(body: body))
    }
    gestures.append(.put(tool: tools.first?.name ?? "", x: .nan, y: .infinity))
    return gestures
  }

  /// A gesture is done or refused in words, and undoing it gives the same board.
  private func violations(
    of gesture: DesignGesture, in session: any DesignSession, _ board: DesignBoard
  ) -> [String] {
    var session = session
    let what = "\(gesture): "
    let step: DesignStep
    do throws(LevelEditorError) {
      step = try session.handle(gesture, stroke: 1)
    } catch {
      let words = error.description
      if words.isEmpty || words.contains("\n") { return [what + "refused without a sentence"] }
      return session.file == file ? [] : [what + "refused, and the level has changed"]
    }
    var found: [String] = []
    if (session.file != file) != (step.revision == 1) {
      found.append(what + "the revision does not say whether the level has changed")
    }
    guard session.file != file else {
      return step.drawing == .nothing ? found : found + [what + "draws what has not changed"]
    }
    found += drawingViolations(step.drawing, session, from: board).map { what + $0 }
    if session.undoCount != 1 { found.append(what + "is not one step") }
    _ = try? session.undo()
    if session.file != file { found.append(what + "undone, the level is another") }
    if session.board?.looks(like: board) != true {
      found.append(what + "undone, the board is another")
    }
    return found
  }

  /// What was drawn brings the board on the page to the level's own.
  private func drawingViolations(
    _ drawing: DesignStep.Drawing, _ session: any DesignSession, from board: DesignBoard
  ) -> [String] {
    guard let new = try? open(session.file).board else { return ["the level has no board"] }
    var page = board
    switch drawing {
    case .nothing: break
    case .patch(let patch): page.apply(patch)
    case .board(let board): page = board
    }
    var found = boardViolations(new)
    if !page.looks(like: new) { found.append("the page's board is not the level's") }
    if page != session.board { found.append("the session has another board than the page") }
    return found
  }

  /// Gestures of a stroke are one step together.
  private func strokeViolations(
    _ board: DesignBoard, _ session: any DesignSession
  ) -> [String] {
    var session = session
    for gesture in gestures(on: board, some(session.tools)) {
      _ = try? session.handle(gesture, stroke: 7)
    }
    guard session.file != file else { return [] }
    if session.undoCount != 1 { return ["a stroke is not one step"] }
    _ = try? session.undo()
    return session.file == file && session.board?.looks(like: board) == true
      ? [] : ["a stroke that is undone leaves something behind"]
  }
}
