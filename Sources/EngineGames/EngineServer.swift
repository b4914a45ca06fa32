import Glibc
import SimHarness
import StableNumerics
import TextFormats

/// The engine's side of the protocol, for a game of this program.
public struct EngineServer {
  private let description: ServedGameDescription
  private let game: any ServedGame

  private static let limits = JSONLimits(
    bytes: EngineProcess.maxLine, depth: 64, members: 10_000, elements: 1_000_000,
    values: 4_000_000)
  private static let lineEnd = UInt8(ascii: "\n")

  /// Serves a game; levels are needed where the game is not data, which then are those to choose
  /// from.
  public init(_ entry: GameEntry, levels: [PlayableLevel], modules: [ScriptSource]) {
    (description, game) = entry.serve(levels, modules)
  }

  /// Serves a library, so that it plays in a process of its own.
  /// - Throws: What is wrong with it, in one line.
  public init(hosting path: String) throws(ScriptFault) {
    EngineLibrary.watch()
    let library = try HostedLibrary(opening: path)
    (description, game) = (library.description, library)
  }

  /// Answers line for line until the input ends, or nobody reads the answers any more.
  /// - Throws: Why it stopped before that.
  public func run() throws(EngineServingError) {
    var buffer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      buffer += chunk[..<count]
      while let end = buffer.firstIndex(of: Self.lineEnd) {
        let answer = answer(Array(buffer[..<end])) + [Self.lineEnd]
        buffer.removeSubrange(...end)
        switch AtomicFile.writeAll(answer, to: STDOUT_FILENO) {
        case nil: continue
        case EPIPE?: return
        case let code?: throw .output(DiskFault(code: code).reason)
        }
      }
      guard buffer.count <= EngineProcess.maxLine else { throw .longLine }
    }
  }

  /// The answer to a line, without its end.
  public func answer(_ line: [UInt8]) -> [UInt8] {
    guard let request = JSONParser.parse(line, limits: Self.limits).value else {
      return Self.line(
        .null, refusing: ServedError(.failed, "this line is not JSON"), after: [], at: 0)
    }
    let id = request["id"].map { JSONTree($0) } ?? .null
    if let hello = request["hello"] { return answer(id, hello: hello) }
    guard let operations = request["do"]?.elements else {
      return Self.line(
        id, refusing: ServedError(.failed, "the member \"do\" is missing"), after: [], at: 0)
    }
    var results: [JSONTree] = []
    for (place, operation) in operations.enumerated() {
      do throws(ServedError) {
        results.append(try perform(operation))
      } catch {
        return Self.line(id, refusing: error, after: results, at: place)
      }
    }
    return Array(JSONWriter.compact(["id": id, "r": .array(results)]).utf8)
  }

  private func answer(_ id: JSONTree, hello: JSONValue) -> [UInt8] {
    let versions = hello["versions"]?.elements?.compactMap(\.whole) ?? []
    guard let version = EngineHello.versions.first(where: { versions.contains($0) }) else {
      let ours = EngineHello.versions.map(String.init).joined(separator: ", ")
      let theirs = versions.map(String.init).joined(separator: ", ")
      return Self.line(
        id,
        refusing: ServedError(
          .unsupported, "this engine supports version \(ours) of the protocol, the host \(theirs)"),
        after: [], at: 0)
    }
    return Array(
      JSONWriter.compact([
        "id": id, "version": .int(version),
        "engine": [
          "name": description.game.member("name"),
          "version": .string(description.version ?? ProgramVersion.current),
        ],
        "can": .array(description.can.map { .string($0) }), "game": description.game,
      ]).utf8)
  }

  private static func line(
    _ id: JSONTree, refusing error: ServedError, after results: [JSONTree], at place: Int
  ) -> [UInt8] {
    Array(
      JSONWriter.compact([
        "id": id, "r": .array(results),
        "error": .members([
          "op": .int(place), "kind": .string(error.kind.rawValue),
          "message": .string(error.message), "field": error.field.map { .string($0) },
        ]),
      ]).utf8)
  }

  // MARK: Operations

  private func perform(_ operation: JSONValue) throws(ServedError) -> JSONTree {
    guard let parts = operation.elements, let name = parts.first?.text else {
      throw ServedError(.failed, "an operation is a list that begins with its name")
    }
    func number(_ place: Int) throws(ServedError) -> Int {
      guard parts.count > place, let number = parts[place].whole, number >= 0 else {
        throw ServedError(.failed, "argument \(place) of `\(name)` must be a whole number")
      }
      return number
    }
    func keys(_ place: Int) -> [UInt64] {
      guard parts.count > place, let list = parts[place].elements else { return [] }
      return list.compactMap { $0.text.flatMap { UInt64($0, radix: 16) } }
    }
    switch name {
    case "level":
      try game.level(try number(1), fields: parts.count > 2 ? JSONTree(parts[2]) : [:])
    case "forget": try game.forget(try number(1))
    case "new":
      return Self.tree(
        try game.new(
          try number(1), level: try number(2), seed: UInt64(try number(3)), keys: keys(4)))
    case "apply":
      return Self.tree(
        try game.apply(try number(1), move: parts.count > 2 ? Self.move(parts[2]) : []))
    case "drop": try game.drop(try number(1))
    case "copy": try game.copy(try number(1), to: try number(2))
    case "imagine":
      try game.imagine(
        try number(1), to: try number(2), seed: UInt64(try number(3)), keys: keys(4))
    case "try":
      let seed = parts.count > 2 ? try number(2) : 0
      return .array(
        try game.tries(try number(1), seed: UInt64(seed), keys: keys(3)).map(Self.tried))
    case "figures":
      return .object(try game.figures(try number(1)).map { ($0.name, .double($0.value)) })
    case "picture" where description.can.contains("picture"):
      return .string(try game.picture(try number(1)))
    default:
      throw ServedError(
        .unsupported, "this engine does not support \(SafeText.named(name))")
    }
    return .null
  }

  private static func move(_ value: JSONValue) -> [Int] {
    (value.elements ?? [value]).map { $0.whole ?? .min }
  }

  private static func tree(_ look: ServedLook) -> JSONTree {
    let hashes = [look.whole] + [look.seen].compactMap(\.self)
    return .members([
      "score": .int(look.score),
      "moves": .array(
        look.moves.map { $0.count == 1 ? .int($0[0]) : .array($0.map { .int($0) }) }),
      "end": look.outcome.map { .string($0.rawValue) },
      "reason": look.reason.map { .string($0) },
      "events": .present(
        .array(look.events.map { [.string($0.name), .int($0.value)] }), if: !look.events.isEmpty),
      "worth": look.worth.map { .double($0) },
      "hash": .array(hashes.map { .string(StableDigest.hex($0)) }),
    ])
  }

  private static func tried(_ look: ServedLook) -> JSONTree {
    var parts: [JSONTree] = [
      .int(look.score), look.outcome.map { .string($0.rawValue) } ?? .null,
    ]
    if look.worth != nil || look.seen != nil {
      parts.append(look.worth.map { .double($0) } ?? .null)
    }
    if let seen = look.seen { parts.append(.string(StableDigest.hex(seen))) }
    return .array(parts)
  }
}

/// Why a game is not served any longer.
public enum EngineServingError: Error, CustomStringConvertible {
  /// An answer could not be written.
  case output(String)
  /// A request is longer than any that the protocol allows.
  case longLine

  public var description: String {
    switch self {
    case .output(let reason): "stdout: cannot write: \(reason)"
    case .longLine:
      "stdin: a line of more than \(EngineProcess.maxLine >> 20) MiB; end each request with a line break"
    }
  }
}
