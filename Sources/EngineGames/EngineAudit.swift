import SimHarness

/// Plays a game of an engine again in another of its processes, and compares every answer.
enum EngineAudit {
  /// Game 0 of a cell is played again, and each one after so many.
  static let period = 50

  /// Moves that are sent at once.
  private static let chunk = 64

  /// What differs, in one line; nil: nothing.
  static func difference(
    _ trace: EngineTrace, _ source: EngineSource, from connection: EngineConnection
  ) -> String? {
    do throws(ScriptFault) {
      let other = try source.acquire()
      defer { source.release(other) }
      return try difference(trace, in: other)
    } catch {
      return "played again in another process: \(error.message)"
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
    while next < trace.moves.count {
      let part = trace.moves[next..<min(next + chunk, trace.moves.count)]
      var frame = EngineFrame()
      for (move, _) in part {
        frame.apply(
          number, move, count: connection.spec.move.count, isBare: connection.usesBareMoves)
      }
      let again = "when a game was played again"
      let answer = try connection.looks(frame, place: again) { _ in true }
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
    }
    return nil
  }
}
