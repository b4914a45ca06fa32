import SimHarness

/// A script whose calls, arguments and answer are made from bytes.
///
/// The first byte chooses the function of the script that makes the calls (`CallSite`). Then each
/// call takes a byte for the object, one for the name, one for the number of arguments and one for
/// each argument, with eight more for a number of arbitrary bits. The last byte read is the answer.
struct CallProgram {
  /// Small enough that a hostile script ends in milliseconds.
  private static let limits: ScriptLimits = {
    var limits = ScriptTrial.limits
    limits.instructions = 400_000
    return limits
  }()

  private static let constants = [
    "math.mininteger", "math.maxinteger", "-1", "0", "1", "2", "3", "10", "100", "0.5", "-0.5",
    "1e308", "-1e308", "0 / 0", "1 / 0", "-1 / 0", "1 << 31", "1 << 53", "nil", "true", "false",
    "''", "'red'", "'blue'", "'orange'", "'hostile'", "'score'", "'12'", "('x'):rep(300)", "{}",
    "{ 1, 2 }", "{ math.mininteger }", "R", "print",
  ]

  /// Calls in one script; more are of no use.
  private static let maxCalls = 40

  private let site: CallSite
  private let body: String

  init(_ bytes: [UInt8]) {
    var reader = Reader(bytes)
    site = CallSite.all[reader.next() % CallSite.all.count]
    let interfaces =
      site.kind == .generator
      ? [GeneratorScript.interface] : GameRegistry.bundled.game(named: site.game)?.interfaces ?? []
    let names = interfaces.flatMap { $0.members.map(\.name) } + ["any_name"]
    var lines = ["local R = { ... }"]
    while !reader.isAtEnd, lines.count < Self.maxCalls {
      let object = reader.next()
      let name = reader.next()
      let arguments = (0..<reader.next() % 6).map { _ in Self.value(&reader) }
      let list = arguments.map { ", " + $0 }.joined()
      if object >= 192 {
        lines.append("library(R, \(name)\(list))")
      } else if object >= 160 {
        lines.append("assign(R, \(object % 8), '\(names[name % names.count])'\(list))")
      } else {
        lines.append("call(R, \(object % 8), '\(names[name % names.count])'\(list))")
      }
    }
    lines.append("return \(Self.value(&reader))")
    body = lines.joined(separator: "\n")
  }

  private static func value(_ reader: inout Reader) -> String {
    let choice = reader.next()
    switch choice {
    case 224...: return "math.tointeger(\(reader.word()))"
    case 208..<224:
      let number = Double(bitPattern: UInt64(bitPattern: Int64(reader.word())))
      return number.isFinite ? "\(number)" : "0 / 0"
    case 200..<208: return "R[\(choice - 199)]"
    default: return constants[choice % constants.count]
    }
  }

  /// The functions that the bodies use; results are kept, as far as there is room, as objects for
  /// calls to come.
  private static let before = """
    local LIBRARY = {}
    for _, name in ipairs({ 'string', 'table', 'math', 'utf8', 'coroutine', 'grid' }) do
      for key, value in pairs(_G[name] or {}) do
        if type(value) == 'function' then LIBRARY[#LIBRARY + 1] = value end
      end
    end
    for key, value in pairs(_G) do
      if type(value) == 'function' then LIBRARY[#LIBRARY + 1] = value end
    end
    local function keep(R, ok, value)
      if ok and type(value) == 'userdata' and #R < 8 then R[#R + 1] = value end
    end
    local function call(R, place, name, ...)
      local object = R[1 + place % math.max(1, #R)]
      local found, method = pcall(function() return object[name] end)
      keep(R, found, method)
      if found and type(method) == 'function' then keep(R, pcall(method, object, ...)) end
    end
    local function assign(R, place, name, value)
      local object = R[1 + place % math.max(1, #R)]
      pcall(function() object[name] = value end)
    end
    local function library(R, number, ...)
      keep(R, pcall(LIBRARY[1 + number % #LIBRARY], ...))
    end
    """

  /// Plays two games with the script; a row beyond the bounds is a finding.
  func finding() -> String? {
    var trial = CallTrial(site)
    trial.limits = Self.limits
    trial.players = site.function == "value" ? ["greedy"] : ["random"]
    let end = trial.run(body, before: Self.before)
    let score = end.rows.first { $0.result.score.magnitude > Saturating.limit.magnitude }
    return score.map { "\(site): a score of \($0.result.score)" }
  }

  /// Bytes one after another, and 0 when there are no more.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place >= bytes.count }

    mutating func next() -> Int {
      guard place < bytes.count else { return 0 }
      defer { place += 1 }
      return Int(bytes[place])
    }

    mutating func word() -> Int {
      var word = 0
      for _ in 0..<8 { word = word << 8 | next() }
      return word
    }
  }
}
