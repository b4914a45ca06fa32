import SimHarness
import TextFormats

/// Answers as JSON, and what is wrong with them.
extension EngineConnection {
  private static let limits = JSONLimits(
    bytes: EngineProcess.maxLine, depth: 64, members: 10_000, elements: 1_000_000,
    values: 4_000_000)

  /// An answer as JSON.
  ///
  /// What is wrong with it is said without its number, which depends on what the process was asked
  /// before: a game has the same fault whichever process plays it.
  static func parsed(
    _ answer: [UInt8], id: Int, _ file: EngineFile, _ place: () -> String
  ) throws(ScriptFault) -> JSONValue {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(file.name), \(place()): \(what)")
    }
    func start() -> String {
      let text = String(decoding: withoutNumber(answer, "...").prefix(80), as: UTF8.self)
      return "it begins \(SafeText.quoted(text))"
    }
    // The parser's words for these are about files.
    if answer.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw fault("it begins with a byte order mark; write UTF-8 without one")
    }
    if String(validating: answer, as: UTF8.self) == nil {
      throw fault("it is not UTF-8; \(start())")
    }
    let result = JSONParser.parse(answer, limits: limits)
    guard let value = result.value, result.issues.isEmpty else {
      let issues = JSONParser.parse(withoutNumber(answer, "0"), limits: limits).issues
      throw fault("it is not JSON: \(issues.first?.messageInLine ?? ""); \(start())")
    }
    guard case .object = value.kind else {
      throw fault("expected an object, found \(value.typeName)")
    }
    guard let found = value["id"]?.whole, found == id else {
      throw fault(
        "\"id\" must be that of the request, found \(words(for: value["id"], id)); an engine answers"
          + " each line with one line, in order")
    }
    return value
  }

  /// An answer's wrong number, in words that are the same in every process.
  private static func words(for number: JSONValue?, _ expected: Int) -> String {
    guard let number else { return "none" }
    guard let found = number.whole else { return number.typeName }
    let (difference, isFar) = found.subtractingReportingOverflow(expected)
    guard !isFar, difference.magnitude < 1_000_000 else { return "another one" }
    return "one that is \(difference.magnitude) \(difference < 0 ? "smaller" : "larger")"
  }

  /// An answer with other text where its number is.
  private static func withoutNumber(_ answer: [UInt8], _ text: String) -> [UInt8] {
    let key = Array("\"id\"".utf8)
    let space = UInt8(ascii: " ")
    // What is searched for stands at the beginning.
    guard
      let place = (0..<min(16, answer.count)).first(where: { answer[$0...].starts(with: key) })
    else { return answer }
    let value = answer[(place + key.count)...].drop { $0 == space }
    guard value.first == UInt8(ascii: ":") else { return answer }
    let digits = value.dropFirst().drop { $0 == space }
    let rest = digits.drop { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard rest.startIndex > digits.startIndex else { return answer }
    return answer[..<digits.startIndex] + Array(text.utf8) + rest
  }

  static func results(
    _ value: JSONValue, _ count: Int, waiting: Int, _ file: EngineFile, _ place: () -> String
  ) throws(ScriptFault) -> (results: [JSONValue], refusal: Refusal?) {
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(file.name), \(place()): \(what)")
    }
    guard let found = value["r"] else { throw fault("\"r\" is missing: a list") }
    guard let results = found.elements else {
      throw fault("\"r\" must be a list, found \(found.summary)")
    }
    // How many operations there are depends on what waited.
    func amount(_ expected: Int) -> String {
      results.isEmpty ? "none" : results.count < expected ? "too few" : "too many"
    }
    guard let error = value["error"], !error.isNull else {
      guard results.count == count else {
        throw fault("\"r\" must have one answer per operation, and has \(amount(count))")
      }
      return (Array(results.dropFirst(waiting)), nil)
    }
    guard let operation = error["op"]?.whole, let kind = error["kind"]?.text,
      let message = error["message"]?.text
    else { throw fault("\"error\" must have \"op\", \"kind\" and \"message\"") }
    guard (0..<count).contains(operation) else {
      throw fault("\"op\" of \"error\" must be the place of an operation, counted from 0")
    }
    guard results.count == operation else {
      throw fault(
        "\"r\" must have the answers of all operations before the one that failed, and has"
          + " \(amount(operation))")
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
    case .late(let seconds, let inLine):
      isLate = true
      _ = process.end(within: 0)
      if inLine { advice = "; it wrote the beginning of a line and not its end" }
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
