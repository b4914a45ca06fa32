/// A person's hand in an open game: taps on its board where the game says what they mean, else the
/// list of moves to choose from; and the game's own keys.
struct OpenHand: Hand {
  typealias State = OpenState

  let level: OpenLevel
  /// Who else sits at the table of a two-player game.
  var table = OpenHandTable()
  let renderer: OpenRenderer
  /// The moves to choose from: all, or those that no tap stands for.
  private(set) var list: MoveList<OpenMove>
  /// The moves of the list in words, and the picture, of the view that was looked at last.
  private var words: [String] = []
  private(set) var shown = ""
  /// What is wrong with the picture, the board or its taps, in one line; nil: nothing.
  private(set) var problem: String?
  /// The board of that view, and what taps on it mean.
  private(set) var board: OpenBoard?
  private(set) var taps: OpenTaps?
  /// The place of a first tap that waits for a second one.
  private(set) var selected: Int?
  /// The place that the arrow keys have come to; nil until one is pressed.
  private(set) var cursor: Int?
  /// The move that was played last, in words.
  private var played = ""
  /// The move that a hint has named, and its places.
  private(set) var hinted: (way: OpenTaps.Way, move: OpenMove)?

  /// Whether the game itself takes arrow keys in that view.
  private(set) var arrowsPlay = false

  /// The moves that are put into words; the others are shown by their numbers.
  private static let maxWords = 200

  init(level: OpenLevel, view: OpenView) {
    self.level = level
    renderer = OpenRenderer(level)
    list = MoveList()
    turnDidBegin(view)
  }

  mutating func turnDidBegin(_ view: OpenView) {
    (selected, hinted) = (nil, nil)
    (shown, problem) = renderer.shown(view)
    do throws(ScriptFault) {
      board = try renderer.board(of: view)
      taps = try renderer.taps(on: board, view)
    } catch {
      (board, taps) = (nil, nil)
      problem = OpenRenderer.line(about: error)
    }
    if let cursor, board?.places.indices.contains(cursor) != true { self.cursor = nil }
    list = MoveList(taps?.rest ?? view.moves)
    arrowsPlay = renderer.takesArrows(in: view)
    words = list.moves.prefix(Self.maxWords).map { renderer.words(for: $0, in: view) }
  }

  // MARK: What can be done

  func keys(_ view: OpenView) -> [KeyHelp] {
    guard taps != nil else {
      return arrowsPlay
        ? [KeyHelp("arrows", "play a move"), KeyHelp("1-9", "the same")] : MoveList<OpenMove>.keys
    }
    let help =
      [KeyHelp("click", "tap a place")]
      + (arrowsPlay
        ? [KeyHelp("arrows", "play a move")]
        : [KeyHelp("arrows", "go to a place"), KeyHelp("Enter", "tap it")])
    return list.moves.isEmpty ? help : help + [KeyHelp("1-9", "other moves")]
  }

  func offers(_ view: OpenView) -> [HandOffer] { list.offers(words(at:)) }

  mutating func handle(
    _ input: HandInput, _ moment: HandMoment<OpenView>
  ) -> HandAction<OpenMove> {
    table.said = ""
    let action = action(of: input, moment)
    guard case .play(var move) = action else { return action }
    played = renderer.words(for: move, in: moment.view)
    guard table.secondPlayer.isPresent else { return action }
    move.player = 1
    return .play(move)
  }

  private mutating func action(
    of input: HandInput, _ moment: HandMoment<OpenView>
  ) -> HandAction<OpenMove> {
    guard !moment.view.moves.isEmpty else { return .none }
    if let name = Self.name(of: input), let move = renderer.move(ofKey: name, in: moment.view) {
      return .play(move)
    }
    if arrowsPlay, list.moves.count <= 9, case .arrow = input { return .none }
    guard let board, taps != nil else { return list.handle(input) }
    switch input {
    case .press(let point):
      cursor = nil
      return board.place(at: point).map { tap($0, moment.view) } ?? .none
    case .aim(let point):
      if let place = board.place(at: point) { cursor = place }
      return .moved
    case .arrow(let direction, _):
      cursor = cursor.map { board.place(direction, of: $0) } ?? selected ?? firstPlace
      return .moved
    case .enter, .character(" "):
      // A hint leads to its last place.
      if let hinted, cursor == hinted.way.last {
        self.hinted = nil
        return .play(hinted.move)
      }
      return tap(cursor ?? firstPlace, moment.view)
    case .character, .offer: return list.numbered(input)
    }
  }

  private var firstPlace: Int { taps?.starts.first ?? 0 }

  /// How a game's function `key` is given a key.
  private static func name(of input: HandInput) -> String? {
    switch input {
    case .arrow(let direction, _): "\(direction)"
    case .character(let character): String(character)
    case .enter, .offer, .aim, .press: nil
    }
  }

  /// A tap on a place: a move, the first of two taps, or nothing.
  private mutating func tap(_ place: Int, _ view: OpenView) -> HandAction<OpenMove> {
    guard let board, let taps, board.places.indices.contains(place) else { return .none }
    hinted = nil
    if let start = selected {
      selected = nil
      if let move = taps.move(from: start, to: place) { return .play(move) }
      if place == start { return .moved }
    }
    if let move = taps.move(at: place) { return .play(move) }
    if taps.begins(at: place) {
      selected = place
      return .moved
    }
    return .say("No move begins at \(board.places[place].words).")
  }

  func preview(at place: BoardPoint?, _ moment: HandMoment<OpenView>) -> HandPreview {
    var preview = HandPreview()
    guard let board, let taps, !moment.view.moves.isEmpty else {
      if !list.moves.isEmpty { preview.words = words(at: list.chosen) }
      return preview
    }
    let pointed = place.map { board.place(at: $0) } ?? cursor
    if place == nil, hinted == nil, let cursor {
      let spot = board.places[cursor]
      preview.cross = BoardPoint(Double(spot.x), Double(spot.y))
    }
    var meant: [Int] = []
    if let selected { meant.append(selected) }
    let move = pointed.flatMap { pointed in
      selected.flatMap { taps.move(from: $0, to: pointed) } ?? taps.move(at: pointed)
    }
    if let pointed, move != nil || taps.begins(at: pointed) { meant.append(pointed) }
    // Where a second tap may follow: of the place that waits for one, else of the one pointed at.
    let start = selected ?? pointed.flatMap { taps.begins(at: $0) ? $0 : nil }
    var marks = start.map { taps.ends(of: $0) } ?? []
    if let hinted {
      marks = [hinted.way.from] + (hinted.way.to.map { [$0] } ?? [])
      meant = []
    }
    preview.meant = Set(meant).sorted().compactMap { board.topBody(of: $0) }
    preview.marks = Set(marks).subtracting(meant).sorted().compactMap { board.groundBody(of: $0) }
    preview.words =
      move.map { renderer.words(for: $0, in: moment.view) }
      ?? pointed.map { board.places[$0].words } ?? ""
    return preview
  }

  mutating func take(hint move: OpenMove, index: Int, _ view: OpenView) -> String {
    list.choose(move)
    if let way = taps?.way(of: move) {
      // Enter plays it. No first tap is taken for granted: whoever taps both places makes the move.
      selected = nil
      cursor = way.last
      hinted = (way, move)
    }
    return renderer.words(for: move, in: view) + "."
  }

  // MARK: What is said

  func words(at place: Int) -> String {
    words.indices.contains(place) ? words[place] : level.words(for: list.moves[place])
  }

  func account(of events: [OpenEvent], from before: OpenView, to view: OpenView) -> String {
    let said = ([table.said] + events.map { level.words(for: $0) }).filter { !$0.isEmpty }
    // A move that nothing is said of is named itself.
    return said.isEmpty ? played : said.joinedWithTimes()
  }

  func facts(_ view: OpenView, at seconds: Double) -> [HandFact] {
    board?.facts.map { HandFact($0.name, $0.value) } ?? []
  }

  func picture(_ view: OpenView) -> String? { problem.map { "\(shown)\n\($0)" } ?? shown }
}

extension OpenGames: HandModule {
  public static func handSession(
    _ request: HandRequest
  ) throws(LevelError) -> (any HandSession)? {
    guard let level = request.level.content(as: OpenLevel.self) else { return nil }
    guard level.isForTwo, request.secondPlayer.isPresent else {
      return try PointedGame<OpenHand>(level, request)
    }
    let table = OpenHandTable(
      secondPlayer: request.secondPlayer, name: request.player, seat: UInt8(request.seat))
    return try PointedGame<OpenHand>(
      level, request, configure: { $0.table = table },
      arrange: { $0.seatPerson(at: table.seat) })
  }
}
