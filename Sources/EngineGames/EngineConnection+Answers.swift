import SimHarness
import TextFormats

/// Answers as JSON, and what is wrong with them.
extension EngineConnection {
  private static let limits = JSONLimits(
    bytes: EngineProcess.maxLine, depth: 64, members: 10_000, elements: 1_000_000,
    values: 4_000_000)

  static func parsed(
    _ answer: [UInt8], id: Int, _ file: EngineFile
  ) throws(ScriptFault) -> JSONValue {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(file.name), answer \(id): \(what)")
    }
    // The parser's words for these are about files.
    if answer.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw fault("it begins with a byte order mark; write UTF-8 without one")
    }
    if String(validating: answer, as: UTF8.self) == nil {
      let text = String(decoding: answer.prefix(80), as: UTF8.self)
      throw fault("it is not UTF-8; it begins \(SafeText.quoted(text))")
    }
    let result = JSONParser.parse(answer, limits: limits)
    guard let value = result.value, result.issues.isEmpty else {
      let text = String(decoding: answer.prefix(80), as: UTF8.self)
      throw fault(
        "it is not JSON: \(result.issues.first?.message ?? ""); it begins"
          + " \(SafeText.quoted(text))")
    }
    guard case .object = value.kind else {
      throw fault("expected an object, found \(value.typeName)")
    }
    guard let found = value["id"]?.whole, found == id else {
      throw fault(
        "expected the id \(id), found \(value["id"]?.summary ?? "none"); an engine answers each"
          + " line with one line, in order")
    }
    return value
  }

  static func results(
    _ value: JSONValue, _ count: Int, waiting: Int, _ file: EngineFile
  ) throws(ScriptFault) -> (results: [JSONValue], refusal: Refusal?) {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(
        kind: .error, message: "engine \(file.name), answer \(value["id"]?.whole ?? 0): \(what)")
    }
    guard let found = value["r"] else { throw fault("\"r\" is missing: a list") }
    guard let results = found.elements else {
      throw fault("\"r\" must be a list, found \(found.summary)")
    }
    guard let error = value["error"], !error.isNull else {
      guard results.count == count else {
        throw fault(
          "it was asked for \(ReportNumber.plain(count, "operation")), and \"r\" has"
            + " \(ReportNumber.plain(results.count, "answer"))")
      }
      return (Array(results.dropFirst(waiting)), nil)
    }
    guard let operation = error["op"]?.whole, (0..<count).contains(operation),
      let kind = error["kind"]?.text, let message = error["message"]?.text
    else { throw fault("\"error\" must have \"op\", \"kind\" and \"message\"") }
    guard results.count == operation else {
      throw fault(
        "the error is of operation \(operation), and \"r\" has"
          + " \(ReportNumber.plain(results.count, "answer")) before it")
    }
    return (
      Array(results.dropFirst(waiting)),
      Refusal(
        operation: operation - waiting, kind: kind,
        message: SafeText.escaped(message, limit: 400), field: error["field"]?.text)
    )
  }

  /// The characters of an engine's last line that its fault repeats, in every game that it ends.
  private static let maxLastWords = 200

  /// Ends a process that failed, and says why.
  static func fault(
    of process: inout EngineProcess, _ failure: EngineProcess.Failure, _ file: EngineFile,
    place: String, _ lastWords: inout [String]
  ) -> ScriptFault {
    let isLate: Bool
    var what: String
    var advice = ""
    switch failure {
    case .late(let seconds):
      isLate = true
      _ = process.end(within: 0)
      what = "did not answer within \(JSONWriter.number(seconds)) s"
    case .ended(let inLine):
      let ending = process.end(within: 1)
      // When memory is looked at depends on the clock, as when an answer is late.
      isLate = ending.was_too_large != 0
      what = EngineProcess.words(for: ending, file)
      if ending.was_killed != 0 { what = "closed its output" }
      if inLine { what += " in the middle of a line" }
    case .tooLong:
      isLate = false
      _ = process.end(within: 0)
      what = "wrote a line of more than \(EngineProcess.maxLine >> 20) MiB"
    case .unasked:
      isLate = false
      _ = process.end(within: 0)
      what = "wrote more than one line for a request"
      advice = "; only answers may be written to standard output"
    }
    lastWords = process.takeLog()
    let last =
      lastWords.last { !$0.isEmpty }
      .map { "; its log ends with: \(SafeText.escaped($0, limit: maxLastWords))" } ?? ""
    return ScriptFault(
      kind: isLate ? .deadline : .error,
      message: "engine \(file.name) \(what) \(place)\(advice)\(last)")
  }
}
