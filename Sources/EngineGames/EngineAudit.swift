import SimHarness

/// Plays a game of an engine again in another of its processes, and compares every answer.
enum EngineAudit {
  /// Game 0 of a cell is played again, and then every game whose index is a multiple of this.
  static let period = 50

  /// What differs, or why the game could not be played again; nil: nothing.
  static func difference(
    _ trace: EngineTrace, _ source: EngineSource, from connection: EngineConnection
  ) -> ScriptFault? {
    do throws(ScriptFault) {
      let other = try source.acquire()
      defer { source.release(other) }
      return try difference(trace, in: other).map { ScriptFault(kind: .error, message: $0) }
    } catch {
      return ScriptFault(
        kind: error.kind, message: "played again in another process: \(error.message)")
    }
  }

  private static func difference(
    _ trace: EngineTrace, in connection: EngineConnection
  ) throws(ScriptFault) -> String? {
    let position = try connection.start(trace.fields, trace.seed)
    func words(_ place: String, _ one: EngineLook, _ two: EngineLook) -> String {
      "engine \(connection.file.name) is not deterministic: \(place) it answered"
        + " \(one.words(connection.spec)); in another process \(two.words(connection.spec))"
    }
    guard position.look == trace.start else {
      return words("at the start", trace.start, position.look)
    }
    let number = try position.number()
    var next = 0
    var size = FrameSize(answer: connection.file.answer)
    while next < trace.moves.count {
      let part = trace.moves[next..<min(next + size.moves, trace.moves.count)]
      var frame = EngineFrame()
      for (move, _) in part {
        frame.apply(
          number, move, count: connection.spec.move.count, isBare: connection.usesBareMoves)
      }
      let again = "when a game was played again"
      let began = ContinuousClock.now
      let answer = try connection.looks(frame, within: size.limit, place: again) { _ in true }
      for place in 0..<(answer.value?.count ?? answer.results.count) {
        let look = try connection.look(place, of: answer, at: place, place: again)
        let expected = trace.moves[next + place].look
        if look != expected { return words("after move \(next + place + 1)", expected, look) }
      }
      if let refusal = answer.refusal {
        return "engine \(connection.file.name) is not deterministic: it refuses move"
          + " \(next + refusal.operation + 1) in another process: \(refusal.message)"
      }
      next += part.count
      size.adapt(
        seconds: (ContinuousClock.now - began) / .seconds(1), bytes: connection.lastBytes,
        of: part.count)
    }
    return nil
  }

  /// How many moves are sent at once: one by one to an engine that takes its time or has much to
  /// say, so that neither the time for an answer nor the length of a line is exceeded by moves that
  /// were within both in play.
  struct FrameSize {
    private(set) var moves = 1
    private let answer: Double

    private static let maxMoves = 64
    /// Moves of a frame are to take at most this share of the time for one answer, and of the
    /// longest line, because later ones may take more.
    private static let share = 0.125

    /// - Parameter answer: The seconds for an answer.
    init(answer: Double) { self.answer = answer }

    /// Each move has the time that it had in play, but a process that hangs is not waited for that
    /// long many times over.
    var limit: Double { min(answer * Double(moves), answer + 60) }

    mutating func adapt(seconds: Double, bytes: Int, of count: Int) {
      let each = (seconds: max(seconds / Double(count), 1e-9), bytes: Double(max(bytes / count, 1)))
      let longest =
        Self.share
        * min(answer / each.seconds, Double(EngineProcess.maxLine) / each.bytes)
      moves = max(1, min(2 * moves, Self.maxMoves, Int(longest)))
    }
  }
}
