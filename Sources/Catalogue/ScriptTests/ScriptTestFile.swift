import SimHarness

/// The examples beside a script, `NAME.test.json`: the results of some moves on a small level.
///
///     {"format": "playtest-script-test", "version": 1, "cases": [
///       {"name": "takes its neighbours",
///        "level": {"grid": ["RR*BB"], "queue": ["red"]},
///        "moves": [{"land": [1, 1]}],
///        "expect": {"board": ["....B"], "score": 40}}]}
public struct ScriptTestFile: Sendable {
  public static let format = "playtest-script-test"
  public static let version = 1
  /// What the name of such a file ends in.
  public static let suffix = ".test.json"

  /// One example.
  public struct Case: Sendable {
    public let name: String
    /// The line in the file.
    public let line: Int
    /// A level file's fields; those that every level has may be left out.
    public let level: JSONTree?
    /// The moves as a game record has them.
    public let moves: [JSONTree]
    /// In place of moves the cells that shots land in, as row and column from 0.
    public let landings: [[Int]]
    /// Who plays in place of given moves; nil for an agent's own example: the agent.
    public let player: String?
    /// The moves that a player plays.
    public let turns: Int
    public let seed: UInt64
    /// A generator's parameters.
    public let parameters: [String: Double]
    /// Members of the last line of the trace, or of the level that a generator makes.
    public let expected: [(key: String, value: JSONTree)]
  }

  public let cases: [Case]

  /// Reads a file.
  /// - Throws: everything that is wrong with it.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    cases = try JSONReader.read(bytes, file: file, decode: Self.decode)
  }

  private static func decode(_ root: JSONCursor) -> [Case]? {
    guard let fields = root.object(fields: ["format", "version", "cases"]) else { return nil }
    if let field = fields.required("format"), let text = field.string(), text != format {
      field.report("expected \"\(format)\"; this is not a file of examples")
      return nil
    }
    if let field = fields.required("version"), let number = field.int(), number != version {
      field.report("version \(number) is of another build of playtest; this build reads \(version)")
      return nil
    }
    return fields.required("cases")?.array(of: "cases", count: 1...1000, decode: decodeCase)
  }

  private static func decodeCase(_ cursor: JSONCursor) -> Case? {
    guard
      let fields = cursor.object(
        fields: ["name", "level", "moves", "player", "turns", "seed", "params", "expect"])
    else { return nil }
    let name = fields.required("name")?.string(length: 1...200)
    let level = fields.optional("level").map { JSONTree($0.value) }
    var moves: [JSONTree] = []
    var landings: [[Int]] = []
    if let field = fields.optional("moves") {
      let found = field.array(of: "moves", count: 0...10_000) { $0 } ?? []
      for move in found {
        if let cell = landing(move) {
          landings.append(cell)
        } else {
          moves.append(JSONTree(move.value))
        }
      }
      if !landings.isEmpty && !moves.isEmpty {
        field.report("either all moves or none must have `land`")
      }
    }
    let player = fields.optional("player")?.string(length: 1...1000)
    if player != nil, !moves.isEmpty || !landings.isEmpty {
      cursor.report("`moves` and `player` cannot be combined; remove one of them")
    }
    let turns = fields.optional("turns").map { $0.int(in: 1...10_000) } ?? 1
    let seed = fields.optional("seed").map { $0.uint64() } ?? 1
    let parameters = fields.optional("params")?
      .dictionary(of: "parameters", count: 0...1000) { _, value in value.double() }
    let expected = fields.required("expect")?
      .dictionary(of: "values", count: 0...100) { _, value in JSONTree(value.value) }
    guard let name, let turns, let seed, let expected else { return nil }
    return Case(
      name: name, line: cursor.line, level: level, moves: moves, landings: landings,
      player: player, turns: turns, seed: seed,
      parameters: Dictionary((parameters ?? []).map { ($0.key, $0.value) }) { first, _ in first },
      expected: expected)
  }

  /// The cell of a move such as `{"land": [2, 3]}`; nil for any other move.
  private static func landing(_ cursor: JSONCursor) -> [Int]? {
    guard case .object(let members) = cursor.value.kind,
      members.contains(where: { $0.key == "land" })
    else { return nil }
    return cursor.object(fields: ["land"])?.required("land")?
      .array(of: "numbers", count: 2...2) { $0.int(in: 0...63) }
  }
}
