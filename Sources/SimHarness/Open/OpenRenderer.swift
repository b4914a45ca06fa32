/// Shows positions of a level's games to people: calls the functions of the game that are made for
/// that, in a machine of its own.
///
/// Given a view, it shows what a player knows: hidden values are replaced by others.
final class OpenRenderer {
  let level: OpenLevel
  private let host: ScriptHost
  /// The view whose board was read last, and that board.
  var last: (view: OpenView, board: OpenBoard)?

  init(_ level: OpenLevel) {
    self.level = level
    host = ScriptHost(interfaces: [], libraries: level.game.modules)
  }

  func perform(_ call: inout RulesCall) throws(ScriptFault) {
    host.beginGame()
    try level.rules(in: host).perform(&call)
  }

  /// The start of a game.
  func start() throws(LevelError) -> OpenState {
    var context = GameContext(streams: streams, scripts: host)
    host.beginGame()
    return try OpenState(level: level, in: &context) { _ in }
  }

  /// Why the game was lost, or in a two-player game by one of them; nil: it was not, or the rules do
  /// not say, or asking them fails.
  func reason(of state: OpenState) -> String? {
    guard state.outcome == .lost || state.outcome == .won && level.isForTwo else { return nil }
    host.beginGame()
    return try? state.reason(in: GameContext(streams: streams, scripts: host))
  }

  private var streams: GameStreams {
    GameStreams(level: LevelStreams(seed: 1, levelID: level.id), index: 0)
  }

  // MARK: In characters

  /// A position in characters: the game's own picture, its board, or its fields; where that fails,
  /// its fields and a line with what is wrong.
  func picture(of view: OpenView) -> String {
    let (text, problem) = shown(view)
    return problem.map { "\(text)\n\($0)" } ?? text
  }

  /// The same with what is wrong apart, in one line; nil: nothing.
  func shown(_ view: OpenView) -> (text: String, problem: String?) {
    do throws(ScriptFault) {
      if let own = try ownPicture(of: view) { return (own, nil) }
      return (try board(of: view)?.text ?? view.fields, nil)
    } catch {
      return (view.fields, Self.line(about: error))
    }
  }

  /// A fault in one line of a picture.
  static func line(about fault: ScriptFault) -> String {
    SafeText.escaped(fault.message, limit: 400)
  }

  /// A move in words: the game's own, or its numbers with their names.
  func words(for move: OpenMove, in view: OpenView) -> String {
    (try? ownWords(for: move, in: view)) ?? level.words(for: move)
  }

  /// The move that a key stands for; nil: none.
  func move(ofKey key: String, in view: OpenView) -> OpenMove? {
    guard let move = try? ownMove(ofKey: key, in: view), view.moves.contains(move) else {
      return nil
    }
    return move
  }

  /// Whether an arrow key plays a move of the view.
  func takesArrows(in view: OpenView) -> Bool {
    guard level.spec.functions.contains(.key) else { return false }
    do throws(ScriptFault) {
      for direction in HandInput.Direction.allCases {
        if let move = try ownMove(ofKey: "\(direction)", in: view), view.moves.contains(move) {
          return true
        }
      }
    } catch {
      // What fails is said when the key is pressed; the other keys would only take its time again.
    }
    return false
  }

  // MARK: The game's own functions

  /// What the game's `picture` gives; nil if it has none.
  /// - Throws: What is wrong with it, in one line.
  func ownPicture(of view: OpenView) throws(ScriptFault) -> String? {
    guard level.spec.functions.contains(.picture) else { return nil }
    return try text(.picture, view)
  }

  /// What the game's `goal` says of the level; nil if it has none.
  /// - Throws: What is wrong with it, in one line.
  func ownGoal() throws(ScriptFault) -> String? {
    guard level.spec.functions.contains(.goal) else { return nil }
    var call = RulesCall()
    call.steps = .check
    call.function = .goal
    try perform(&call)
    guard let text = call.text else {
      throw fault("goal must return a text, not \(call.given)", .goal)
    }
    guard !text.isEmpty else {
      throw fault("goal returned an empty text; return a sentence, or leave goal out", .goal)
    }
    return SafeText.escaped(text, limit: 400)
  }

  /// What the game's `describe` says of a move; nil if it has none.
  /// - Throws: What is wrong with it, in one line.
  func ownWords(for move: OpenMove, in view: OpenView) throws(ScriptFault) -> String? {
    guard level.spec.functions.contains(.describe) else { return nil }
    return try text(.describe, view, move: move)
  }

  /// The move of the game's `key`, which need not be offered; nil if it has none, or the key
  /// stands for none.
  /// - Throws: What is wrong with it, in one line.
  func ownMove(ofKey key: String, in view: OpenView) throws(ScriptFault) -> OpenMove? {
    guard level.spec.functions.contains(.key) else { return nil }
    var call = RulesCall()
    call.text = key
    call.extra = .text
    try ask(.key, view, &call)
    if call.gaveNothing { return nil }
    guard call.stray == nil, call.numbers.count == level.spec.move.count,
      zip(call.numbers, level.spec.move).allSatisfy({ $1.range.contains($0) })
    else {
      throw fault(
        "key must return the numbers of a move (\(level.moveRanges)), or nothing, not"
          + " \(call.given), for the key '\(key)'", .key)
    }
    return OpenMove(call.numbers)
  }

  private func text(
    _ function: RulesFunction, _ view: OpenView, move: OpenMove? = nil
  ) throws(ScriptFault) -> String? {
    var call = RulesCall()
    call.move = move?.packed ?? 0
    call.extra = move == nil ? .none : .move
    try ask(function, view, &call)
    guard let text = call.text else {
      // An engine may have no picture of a position.
      if level.game.engine != nil { return nil }
      let about = move.map { ", for the move \(level.words(for: $0))" } ?? ""
      throw fault("\(function.name) must return a string, not \(call.given)\(about)", function)
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.escaped(String($0), limit: 400) }.joined(separator: "\n")
  }

  private func ask(
    _ function: RulesFunction, _ view: OpenView, _ call: inout RulesCall
  ) throws(ScriptFault) {
    call.steps = [.load, .call]
    call.function = function
    call.position = view.position
    call.player = view.player
    try perform(&call)
  }

  func fault(_ message: String, _ function: RulesFunction) -> ScriptFault {
    let source = level.game.source
    let line = source.line(settingField: function.name)
    return ScriptFault(kind: .error, message: "\(source.name):\(line): \(message)")
  }
}

extension RulesCall {
  /// What a function gave that should have given something else, in words.
  var given: String {
    if stray == "number" {
      guard numbers.isEmpty else {
        return "\(numbers.map(String.init).joined(separator: ", ")), a fraction"
      }
      return number.isNaN ? "nan" : "\(number)"
    }
    let parts = numbers.map { "\($0)" } + [stray.map { "a \($0)" }].compactMap(\.self)
    return parts.isEmpty ? "nil" : parts.joined(separator: ", ")
  }
}

extension OpenLevel {
  /// The numbers of a move with their ranges: `from: 0 to 10, to: 0 to 11`.
  fileprivate var moveRanges: String {
    spec.move.map { "\($0.name): \($0.range.lowerBound) to \($0.range.upperBound)" }
      .joined(separator: ", ")
  }
}
