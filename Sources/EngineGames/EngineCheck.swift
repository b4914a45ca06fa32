import CProcess
import SimHarness
import StableNumerics
import TextFormats

/// What `playtest engine check` does with an engine: tries each rule of the protocol.
public struct EngineCheck {
  /// One rule, and whether the engine keeps it.
  public struct Line: Sendable {
    public let name: String
    /// What is wrong; nil: nothing.
    public let problem: String?
    /// What was found, in a few words.
    public let detail: String
    /// The lines of the protocol before the problem.
    public let transcript: [String]
  }

  let source: EngineSource
  let fields: String
  private let games: Int
  var connection: EngineConnection
  private let report: (Line) -> Void
  /// Whether every rule so far was kept.
  public private(set) var isFine = true

  /// Moves of a game, and positions that are looked at closely.
  static let maxMoves = 400
  static let positions = 20
  static let future = 40

  /// Starts the engine of a file.
  ///
  /// - Parameters:
  ///   - path: The engine's file.
  ///   - level: Makes the level's fields of the game; nil: every field at its default.
  ///   - games: How many random games are played.
  ///   - report: Takes each rule.
  /// - Throws: What is wrong with the file, the engine's start, or the level.
  public init(
    file path: String, level: ((OpenGame) throws -> OpenLevel)?, games: Int,
    report: @escaping (Line) -> Void
  ) throws {
    let file = try EngineFile(reading: path)
    source = try EngineFolder.source(of: file)
    let game = source.game
    let opened =
      try level?(game)
      ?? OpenLevel(
        game: game, name: "check", id: nil, values: game.spec.fields.map(\.usual))
    fields = JSONWriter.compact(opened.fieldsTree)
    self.games = games
    self.report = report
    connection = try source.acquire()
    connection.beginTranscript()
    let can = source.build.can.joined(separator: ", ")
    report(
      Line(
        name: "hello", problem: nil,
        detail: (source.build.record.version.isEmpty
          ? "no version, so reports cannot tell builds of it apart;"
          : "version \(source.build.record.version);")
          + " can \(can.isEmpty ? "nothing optional" : can)", transcript: []))
  }

  var hello: EngineHello { connection.hello }
  var probe: EngineProbe { EngineProbe(connection, fields: fields) }

  /// Tries every rule.
  public mutating func run() {
    check("level and start") { engine throws(ScriptFault) in try engine.level() }
    guard isFine else {
      // Nothing else can be tried without a start.
      _ = EngineConnection.close(source.takeUnused())
      return
    }
    check("forget") { engine throws(ScriptFault) in try engine.forgets() }
    check("unknown operations and states") { engine throws(ScriptFault) in try engine.unknown() }
    check("illegal moves") { engine throws(ScriptFault) in try engine.illegal() }
    check("same seed, same game") { engine throws(ScriptFault) in try engine.repeatable() }
    if hello.hidesNothing {
      check("hidden") { engine throws(ScriptFault) in try engine.hidesNothing() }
    } else {
      check("seeds") { engine throws(ScriptFault) in try engine.seeds() }
    }
    if hello.can("hash") { check("hash") { engine throws(ScriptFault) in try engine.hashes() } }
    check("ends") { engine throws(ScriptFault) in try engine.ends() }
    if hello.can("copy") { check("copy") { engine throws(ScriptFault) in try engine.copies() } }
    if hello.can("copy"), !hello.hidesNothing {
      check("imagine") { engine throws(ScriptFault) in try engine.imagines() }
    }
    if hello.can("copy"), hello.can("try") {
      check("try") { engine throws(ScriptFault) in try engine.tries() }
    }
    if hello.can("save") {
      check("save and load") { engine throws(ScriptFault) in try engine.saves() }
    }
    if !connection.spec.metrics.isEmpty {
      check("figures") { engine throws(ScriptFault) in try engine.figures() }
    }
    if ["view", "picture", "observe"].contains(where: hello.can) {
      check("view, picture, observe") { engine throws(ScriptFault) in try engine.shows() }
    }
    if hello.can("copy") { check("memory") { engine throws(ScriptFault) in try engine.memory() } }
    check("random games") { engine throws(ScriptFault) in try engine.play() }
    check("end of input") { engine throws(ScriptFault) in try engine.endOfInput() }
    _ = EngineConnection.close(source.takeUnused())
  }

  /// Tries a rule; a new process follows one that has died.
  private mutating func check(
    _ name: String, _ rule: (EngineCheck) throws(ScriptFault) -> String
  ) {
    do throws(ScriptFault) {
      if connection.fault != nil {
        connection = try source.acquire()
        connection.beginTranscript()
      }
      let detail = try rule(self)
      report(Line(name: name, problem: nil, detail: detail, transcript: []))
    } catch {
      report(
        Line(
          name: name, problem: error.message, detail: "",
          transcript: isFine ? connection.transcript : []))
      isFine = false
    }
  }

  func wrong(_ message: String) -> ScriptFault {
    ScriptFault(kind: .error, message: message)
  }

  // MARK: Rules of every engine

  private func level() throws(ScriptFault) -> String {
    let start = try probe.new(1)
    probe.drop(start)
    return start.look.words(connection.spec)
  }

  /// Levels come and go in a long run: the others stay as they are.
  private func forgets() throws(ScriptFault) -> String {
    let kept = connection.newLevel()
    var forgotten: [Int] = []
    func start() throws(ScriptFault) -> EngineLook {
      let number = connection.newState()
      let value = try probe.done { $0.new(number, level: kept, EngineSeed(number: 1)) }
      connection.add { $0.drop(number) }
      return try connection.look(value, place: "at a start")
    }
    _ = try probe.done { $0.level(kept, fields: fields) }
    let look = try start()
    for _ in 0..<3 {
      let number = connection.newLevel()
      forgotten.append(number)
      _ = try probe.done { $0.level(number, fields: fields) }
    }
    for number in forgotten { try connection.forget(number) }
    guard try start() == look else {
      throw wrong("after other levels were forgotten, a level starts differently")
    }
    try connection.forget(kept)
    // It is as if it had never been there: a later level may have its fields.
    return "\(forgotten.count + 1) levels"
  }

  private func unknown() throws(ScriptFault) -> String {
    guard case .failure(let refused) = try probe.answer({ $0.unknown() }),
      refused.refusal.kind == "unsupported"
    else { throw wrong("an unknown operation must be refused with the kind \"unsupported\"") }
    let start = try probe.new(1)
    let move = connection.text(of: start.look.moves.first ?? 0)
    probe.drop(start)
    guard
      case .failure(let other) = try probe.answer({ $0.apply(start.number, move: move) }),
      other.refusal.kind == "state"
    else {
      throw wrong("a state that was dropped must be refused with the kind \"state\"")
    }
    return "refused"
  }

  /// A move within its ranges that a position does not offer.
  private func notOffered(_ look: EngineLook) -> UInt64? {
    let ranges = connection.spec.move.map(\.range)
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    let offered = Set(look.moves)
    for _ in 0..<1000 {
      let numbers = ranges.map { $0.lowerBound + random.below($0.count) }
      let move = numbers.enumerated().reduce(UInt64(0)) { sum, number in
        sum | UInt64(UInt16(truncatingIfNeeded: number.element)) << UInt64(16 * number.offset)
      }
      if !offered.contains(move) { return move }
    }
    return nil
  }

  private func illegal() throws(ScriptFault) -> String {
    var position = try probe.new(3)
    var repeated = try probe.new(3)
    var tried = 0
    var random = SeededRandom(key: StreamKey(rawValue: 3))
    for _ in 0..<Self.positions where position.look.ending == .none {
      if let move = notOffered(position.look) {
        let text = connection.text(of: move)
        let number = position.number
        guard case .failure(let refused) = try probe.answer({ $0.apply(number, move: text) }),
          refused.refusal.kind == "illegal"
        else {
          throw wrong(
            "the move \(text) is not offered and must be refused with the kind \"illegal\"")
        }
        tried += 1
      }
      let move = position.look.moves[random.below(position.look.moves.count)]
      try probe.apply(move, to: &position)
      try probe.apply(move, to: &repeated)
      guard position.look == repeated.look else {
        throw wrong(
          "after a refused move the state differs: \(position.look.words(connection.spec)); without"
            + " it \(repeated.look.words(connection.spec))")
      }
    }
    probe.drop(position, repeated)
    return tried == 0 ? "every move is always offered" : "\(tried) refused, states unchanged"
  }

  /// A random game of a seed.
  private func game(_ seed: UInt64, in connection: EngineConnection) throws(ScriptFault)
    -> [EngineLook]
  {
    let probe = EngineProbe(connection, fields: fields)
    var position = try probe.new(seed)
    var random = SeededRandom(key: StreamKey(rawValue: seed))
    let looks = [position.look] + (try probe.play(&position, &random, moves: Self.maxMoves))
    probe.drop(position)
    for (number, look) in looks.enumerated() { try checkMoves(of: look, seed, number) }
    return looks
  }

  /// A move that is offered twice is chosen twice as often by a player that moves at random.
  private func checkMoves(
    of look: EngineLook, _ seed: UInt64, _ number: Int
  ) throws(ScriptFault) {
    var offered: Set<UInt64> = []
    for move in look.moves where !offered.insert(move).inserted {
      throw wrong(
        "seed \(seed), after \(number) moves: the move \(connection.text(of: move)) is offered"
          + " twice; offer each move once")
    }
  }

  private func hashes() throws(ScriptFault) -> String {
    var looks: [EngineLook] = []
    for seed in 50..<UInt64(53) { looks += try game(seed, in: connection) }
    guard looks.allSatisfy({ $0.hashes != nil }) else {
      throw wrong("`can` has \"hash\", and a look has none; add \"hash\" to every look")
    }
    let different = looks.contains { $0.withoutHashes != looks[0].withoutHashes }
    if different, Set(looks.compactMap { $0.hashes?.whole }).count == 1 {
      throw wrong("all positions have the same hash; it must identify the position")
    }
    return "\(looks.count) positions"
  }

  private func repeatable() throws(ScriptFault) -> String {
    let seeds = (10...14).map { UInt64($0) }
    var first: [[EngineLook]] = []
    for seed in seeds { first.append(try game(seed, in: connection)) }
    let other = try source.acquire()
    defer { source.release(other) }
    for (place, seed) in seeds.enumerated().reversed() {
      try compare(first[place], try game(seed, in: connection), "after other games", seed)
      try compare(first[place], try game(seed, in: other), "in a new process", seed)
    }
    return "\(seeds.count) games"
  }

  private func compare(
    _ one: [EngineLook], _ two: [EngineLook], _ place: String, _ seed: UInt64
  ) throws(ScriptFault) {
    if one == two { return }
    let differing = zip(one, two).enumerated().first { $1.0 != $1.1 }
    let words =
      differing.map {
        "\($1.0.words(connection.spec)); \(place) \($1.1.words(connection.spec))"
      } ?? "one game is longer"
    throw wrong("seed \(seed), move \(differing?.offset ?? min(one.count, two.count)): \(words)")
  }

  private func seeds() throws(ScriptFault) -> String {
    // A level may have nothing that is drawn.
    try seedsMatter()
      ? "ten seeds, different games" : "ten seeds, the same games: no difference was seen"
  }

  /// Whether seeds make a difference to the same moves.
  func seedsMatter() throws(ScriptFault) -> Bool {
    // Some moves end a game before anything is drawn.
    for moves in 1...UInt64(10) {
      var games: [[EngineLook]] = []
      for seed in 20..<UInt64(30) {
        let probe = probe
        var position = try probe.new(seed)
        var random = SeededRandom(key: StreamKey(rawValue: moves))
        games.append([position.look] + (try probe.play(&position, &random, moves: Self.future)))
        probe.drop(position)
      }
      if games.contains(where: { $0 != games[0] }) { return true }
    }
    return false
  }

  private func ends() throws(ScriptFault) -> String {
    for seed in 30..<UInt64(40) {
      var position = try probe.new(seed)
      var random = SeededRandom(key: StreamKey(rawValue: seed))
      var last: UInt64?
      for _ in 0..<Self.maxMoves where position.look.ending == .none {
        let move = position.look.moves[random.below(position.look.moves.count)]
        last = move
        try probe.apply(move, to: &position)
      }
      defer { probe.drop(position) }
      guard position.look.ending != .none, let last else { continue }
      let text = connection.text(of: last)
      let number = position.number
      guard case .failure(let refused) = try probe.answer({ $0.apply(number, move: text) }),
        refused.refusal.kind == "illegal"
      else { throw wrong("a game that has ended must refuse every move with the kind \"illegal\"") }
      return "final"
    }
    return "no game ended within \(Self.maxMoves) moves"
  }

  // MARK: Figures and memory

  private func figures() throws(ScriptFault) -> String {
    let position = try connection.start(fields, EngineSeed(number: 1))
    let figures = try connection.figures(of: position)
    return zip(connection.spec.metrics, figures).map {
      "\($0.name) \(JSONWriter.number($1))"
    }.joined(separator: ", ")
  }

  private func shows() throws(ScriptFault) -> String {
    let start = try probe.new(1)
    defer { probe.drop(start) }
    if hello.can("picture") {
      guard try probe.done({ $0.picture(start.number) }).text != nil else {
        throw wrong("`picture` must return a string")
      }
    }
    if hello.can("observe") {
      let value = try probe.done { $0.observe(start.number) }
      guard let list = value.elements, list.allSatisfy({ $0.number != nil }) else {
        throw wrong("`observe` must return a list of numbers")
      }
    }
    if hello.can("view") { _ = try probe.done { $0.view(start.number) } }
    return "answered"
  }

  private func memory() throws(ScriptFault) -> String {
    let start = try probe.new(1)
    func round() throws(ScriptFault) {
      for _ in 0..<10 {
        var frame = EngineFrame()
        let copies = (0..<100).map { _ in connection.newState() }
        for copy in copies { frame.copy(start.number, to: copy) }
        for copy in copies { frame.drop(copy) }
        let answer = try connection.ask(frame, place: "in the check")
        if let refusal = answer.refusal { throw connection.refused(refusal, "in the check") }
      }
    }
    try round()
    let before = cprocess_resident(connection.pid)
    for _ in 0..<5 { try round() }
    let after = cprocess_resident(connection.pid)
    probe.drop(start)
    let limit = before + before / 10 + (8 << 20)
    guard after <= limit else {
      throw wrong(
        "5000 positions were copied and dropped, and memory grew from \(before >> 20) to"
          + " \(after >> 20) MiB")
    }
    return "\(after >> 20) MiB"
  }

  private func play() throws(ScriptFault) -> String {
    var decisions = 0
    let began = ContinuousClock.now
    for game in 0..<games {
      decisions += try self.game(UInt64(1000 + game), in: connection).count - 1
    }
    let seconds = (ContinuousClock.now - began) / .seconds(1)
    let speed = seconds > 0 ? Int(saturating: Double(decisions) / seconds) : 0
    return "\(ReportNumber.plain(games, "game")), \(ReportNumber.plain(decisions, "decision")),"
      + " \(speed) decisions/s"
  }

  private func endOfInput() throws(ScriptFault) -> String {
    let other = try source.acquire()
    guard other.close() else {
      throw wrong("it must end within \(JSONWriter.number(EngineProcess.patience)) s of its input")
    }
    return "it ends"
  }
}
