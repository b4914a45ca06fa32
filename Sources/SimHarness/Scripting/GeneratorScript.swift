/// A level generator written in Lua.
public struct GeneratorScript: Sendable {
  public let name: String
  public let game: String
  public let summary: String
  public let parameters: [ScriptParameter]
  public let source: ScriptSource
  private let libraries: [ScriptSource]
  private let limits: ScriptLimits

  /// What the limit of a generator's printed lines holds for, as `ScriptPrinting` has it.
  public static let printSpan = "by the generator"

  /// The functions of `random` that a generator may call.
  private enum Function: Int {
    case int, number, chance
  }

  /// What `random` offers.
  public static let interface = ScriptInterface(
    name: "random",
    members: [
      .method("int", Function.int.rawValue), .method("number", Function.number.rawValue),
      .method("chance", Function.chance.rawValue),
    ])

  /// Loads a script in a sandbox of its own and reads its description.
  public init(
    from source: ScriptSource, libraries: [ScriptSource] = [], knownGames: [String],
    searchedGames: String = "", limits: ScriptLimits = .standard
  ) throws(ScriptFault) {
    let vm = try LuaVM.open(limits: limits, interfaces: [Self.interface], libraries: libraries)
    let table = try vm.export(try vm.load(source), of: source)
    var fields = ScriptFields(source: source, table: table)
    name = fields.requiredString("name", example: "\"stripes\"")
    if !name.isEmpty && !ScriptLibrary.isName(name) {
      fields.report("`name` must be letters, digits, - and _, at most 40", at: "name")
    }
    // A game in Lua may make its own levels: it is its own generator.
    let isGame = table["move"] != .none && table["setup"] == .function
    game = isGame ? name : fields.requiredString("game", example: "\"bubble-blast\"")
    if !game.isEmpty && !knownGames.contains(game) {
      fields.report(
        NearestName.complaint(about: game, called: "game", known: knownGames) + searchedGames,
        at: "game")
    }
    if table["generate"] != .function {
      fields.report(
        "`generate(random, params)` is missing; it returns a level as a table", at: "generate")
    }
    summary = fields.string("summary", default: "")
    parameters = fields.parameters()
    if !isGame {
      fields.checkNames(known: ["name", "game", "summary", "params"], functions: ["generate"])
    }
    try fields.check()
    self.source = source
    self.libraries = libraries
    self.limits = limits
  }

  /// Makes one level, as a level file's content, in a machine of its own.
  ///
  /// `values` are the parameters that differ from their defaults; `log` takes what it prints.
  public func generate(
    seed: UInt64, values: [String: Double] = [:], log: @escaping (String) -> Void = { _ in }
  ) throws(ScriptFault) -> JSONTree {
    try generate(seed: seed, values: values, printing: ScriptPrinting(everything: log))
  }

  /// Does the same; `printing` takes what it prints, line by line.
  public func generate(
    seed: UInt64, values: [String: Double], printing: ScriptPrinting
  ) throws(ScriptFault) -> JSONTree {
    let printer = ScriptPrinter(printing, script: source.name)
    let vm = try LuaVM.open(limits: limits, interfaces: [Self.interface], libraries: libraries)
    let module = try vm.load(source, printer: printer)
    guard let function = vm.function("generate", of: module) else { return .null }
    let record = try vm.makeRecord(
      parameters.map { (name: $0.name, value: values[$0.name] ?? $0.defaultValue) },
      called: "params")
    var frame = ServingFrame(
      server: Server(SeededRandom(key: StreamKey(rawValue: seed).derived(name))),
      printer: printer)
    let line = vm.line(of: function)
    func fault(_ message: String, _ kind: ScriptFault.Kind = .error) -> ScriptFault {
      ScriptFault(kind: kind, message: "\(source.name):\(line): \(message)")
    }
    let value: LuaValue
    do throws(ScriptFault) {
      value = try vm.callExporting(function, .object(0), .handle(record), frame: &frame)
    } catch {
      // What cannot be written out, such as a table that contains itself or a level for which there
      // is too little memory, is at no line.
      let hasPlace = error.message.prefixMatch(of: #/[^ :]+:\d+: /#) != nil
      if hasPlace { throw error }
      throw fault("the level: \(error.message)", error.kind)
    }
    guard case .table = value else {
      throw fault("generate must return a level as a table, not \(value.typeName)")
    }
    if let problem = value.nonFiniteNumber(at: .root) {
      throw fault(
        "\(problem.path): expected a finite number, found \(ScriptNumber.words(problem.number))")
    }
    if case .string(let found) = value["game"], found != game {
      throw fault(
        "$.game: the level is of \(SafeText.named(found)), and the script's `game` is"
          + " \(SafeText.named(game)); they must be the same")
    }
    return JSONTree(value)
  }

  private final class Server: ScriptServing {
    private var random: SeededRandom

    init(_ random: SeededRandom) { self.random = random }

    func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
      guard let function = Function(rawValue: request.function) else {
        reply.give(Int(bitPattern: UInt(random.next())))
        return
      }
      switch function {
      case .int:
        guard let first = request[0].integer else {
          throw ScriptCallError("random:int needs whole numbers: random:int(6), random:int(3, 9)")
        }
        let low = request.count > 1 ? first : 1
        guard let high = request.count > 1 ? request[1].integer : first else {
          throw ScriptCallError(
            "random:int needs whole numbers: random:int(6), random:int(3, 9); the second one is"
              + " \(request[1].found)")
        }
        guard low <= high else {
          throw ScriptCallError(
            request.count > 1
              ? "random:int: the second number must not be smaller than the first"
              : "random:int(high) gives a number from 1, so it needs at least 1, not \(high)")
        }
        // The count of the numbers must fit.
        guard case (let span, false) = high.subtractingReportingOverflow(low), span < Int.max else {
          throw ScriptCallError("random:int: the two numbers are too far apart; give nearer ones")
        }
        reply.give(low + random.below(span + 1))
      case .number:
        guard request.count == 0 else {
          throw ScriptCallError(
            "random:number takes no arguments and gives a number from 0 to below 1; write low +"
              + " (high - low) * random:number(), or random:int(low, high) for whole numbers")
        }
        reply.give(random.uniform())
      case .chance:
        // NaN is in no range.
        guard let share = request[0].number, (0...1).contains(share) else {
          throw ScriptCallError(
            "random:chance needs a number from 0 to 1, not \(request[0].found)")
        }
        reply.give(random.uniform() < share)
      }
    }
  }
}

extension JSONTree {
  /// A script's value as JSON: sequences become arrays, other tables objects.
  ///
  /// Of an empty table nothing says which of both it is; it becomes an object, which
  /// `LevelFile.read(generated:)` also takes for an array.
  init(_ value: LuaValue) {
    switch value {
    case .none, .function: self = .null
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value):
      self = value.isFinite ? .double(value) : .string(ScriptNumber.words(value))
    case .string(let text): self = .string(text)
    case .table(let pairs):
      if let sequence = value.sequence, sequence.count == pairs.count, !pairs.isEmpty {
        self = .array(sequence.map { JSONTree($0) })
      } else {
        self = .object(
          pairs.map { (key: $0.name, value: JSONTree($0.value)) })
      }
    }
  }
}

extension LuaValue {
  /// The first number that JSON cannot hold: an infinite one, or NaN; nil if there is none.
  fileprivate func nonFiniteNumber(at path: JSONPath) -> (path: JSONPath, number: Double)? {
    switch self {
    case .number(let number): return number.isFinite ? nil : (path, number)
    case .table(let pairs):
      let isList = sequence?.count == pairs.count
      for (place, pair) in pairs.enumerated() {
        let path = isList ? path.index(place) : path.key(pair.name)
        if let found = pair.value.nonFiniteNumber(at: path) { return found }
      }
      return nil
    default: return nil
    }
  }
}

extension LuaValue.Pair {
  /// The key as the name of a member.
  fileprivate var name: String {
    switch key {
    case .string(let name): name
    case .integer(let number): String(number)
    default: "?"
    }
  }
}
