import SimHarness
import TextFormats

/// Reads any bytes as what an engine answers, for the fuzzer.
package enum EngineAnswers {
  /// Gives the bytes to every reader of answers; what they find wrong must be one printable line.
  /// - Returns: What property does not hold, in words; nil: all do.
  package static func finding(_ bytes: [UInt8]) -> String? {
    var messages: [String] = []
    let file = EngineFile(name: "fuzz", program: .command(["fuzz"]), path: "fuzz.json", folder: ".")
    do throws(ScriptFault) {
      let value = try EngineConnection.parsed(bytes, id: 1, file) { "at move 1" }
      if let hello = take(
        &messages, { () throws(ScriptFault) in try EngineHello(value, of: "fuzz") })
      {
        _ = take(&messages) { () throws(ScriptFault) in
          try GameSpec(ofEngine: "fuzz", hello.game, hasPicture: true)
        }
      }
      for count in 0...2 {
        let results = take(&messages) { () throws(ScriptFault) in
          try EngineConnection.results(value, count, waiting: 0, file) { "at move 1" }
        }
        for result in results?.results ?? [] { look(result, &messages) }
      }
      if let difference = difference(bytes, value) { return difference }
    } catch {
      messages.append(error.message)
    }
    return messages.first { $0.count > 2000 || SafeText.escaped($0, limit: .max) != $0 }
      .map { "a complaint that is not printable: \(SafeText.escaped($0))" }
  }

  private static func take<Value>(
    _ messages: inout [String], _ read: () throws(ScriptFault) -> Value
  ) -> Value? {
    do throws(ScriptFault) {
      return try read()
    } catch {
      messages.append(error.message)
      return nil
    }
  }

  private static func spec() throws(ScriptFault) -> GameSpec {
    let game: JSONTree = [
      "move": [["a", -3, 3], ["b", 0, 9]], "events": ["hit": "hits taken"],
      "reasons": ["poor", "no way"],
    ]
    return try GameSpec(ofEngine: "fuzz", game, hasPicture: false)
  }

  private static func look(_ value: JSONValue, _ messages: inout [String]) {
    guard let spec = take(&messages, spec) else { return }
    var isBare = false
    do throws(EngineLook.Problem) {
      _ = try EngineLook(value, spec, usesBareMoves: &isBare).words(spec)
      _ = try EngineLook.tries(value, count: value.elements?.count ?? 0)
    } catch {
      messages.append(error.message)
    }
  }

  /// Whether what is read straight from the bytes is something else than what the JSON says; nil: it
  /// is the same, or only the JSON can be read.
  static func difference(_ bytes: [UInt8], _ value: JSONValue) -> String? {
    guard let spec = try? spec(), let results = value["r"]?.elements, let last = results.last
    else { return nil }
    let form = AnswerForm(spec)
    var reader = AnswerReader(bytes, count: bytes.count, form)
    if let read = reader.looks(id: 1, count: results.count, isLook: { !results[$0].isNull }) {
      var isBare = false
      let looks = try? results.filter { !$0.isNull }.map {
        try EngineLook($0, spec, usesBareMoves: &isBare)
      }
      if looks != read.looks || isBare != read.usesBareMoves {
        return "looks that are read in two ways: \(read), \(String(describing: looks))"
      }
    }
    let moves = last.elements?.count ?? 0
    reader = AnswerReader(bytes, count: bytes.count, form)
    if let read = reader.tries(id: 1, count: results.count, moves: moves) {
      let looks = try? EngineLook.tries(last, count: moves)
      if looks != read {
        return "a `try` that is read in two ways: \(read), \(String(describing: looks))"
      }
    }
    return nil
  }
}
