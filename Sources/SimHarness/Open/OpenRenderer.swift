/// Shows positions of a level's games to people: calls the functions of the game that are made for
/// that, in a machine of its own.
///
/// Given a view, it shows what a player knows: hidden values are replaced by others.
final class OpenRenderer {
  private let level: OpenLevel
  private let host: ScriptHost

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
    let streams = LevelStreams(seed: 1, levelID: level.id)
    var context = GameContext(
      streams: GameStreams(level: streams, index: 0), scripts: host)
    host.beginGame()
    return try OpenState(level: level, in: &context) { _ in }
  }

  /// A position in characters: the game's own picture, or its fields.
  func picture(of view: OpenView) -> String {
    (level.spec.functions.contains(.picture) ? text(.picture, view) : nil) ?? view.fields
  }

  /// A move in words: the game's own, or its numbers with their names.
  func words(for move: OpenMove, in view: OpenView) -> String {
    let own =
      level.spec.functions.contains(.describe)
      ? text(.describe, view, move: move, extra: .move) : nil
    return own ?? level.words(for: move)
  }

  /// The move that a key stands for; nil: none.
  func move(ofKey key: String, in view: OpenView) -> OpenMove? {
    guard level.spec.functions.contains(.key) else { return nil }
    var call = RulesCall()
    call.text = key
    guard ask(.key, view, &call, extra: .text), call.numbers.count == level.spec.move.count else {
      return nil
    }
    let move = OpenMove(call.numbers)
    return view.moves.contains(move) ? move : nil
  }

  private func text(
    _ function: RulesFunction, _ view: OpenView, move: OpenMove? = nil,
    extra: RulesCall.Extra = .none
  ) -> String? {
    var call = RulesCall()
    call.move = move?.packed ?? 0
    guard ask(function, view, &call, extra: extra), let text = call.text else { return nil }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText.escaped(String($0), limit: 400) }.joined(separator: "\n")
  }

  /// Calls a function; what it does wrong shows nothing.
  private func ask(
    _ function: RulesFunction, _ view: OpenView, _ call: inout RulesCall, extra: RulesCall.Extra
  ) -> Bool {
    call.steps = [.load, .call]
    call.function = function
    call.extra = extra
    call.position = view.position
    do throws(ScriptFault) {
      try perform(&call)
      return true
    } catch {
      return false
    }
  }
}
