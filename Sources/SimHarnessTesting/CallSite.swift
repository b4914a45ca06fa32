import BubbleBlastGame
import BubblePopGame
import PeggleGame
import SimHarness

/// A function of a script that the harness calls, with a small level in which it does.
///
/// The script is called `hostile`; its text is made around the body of that one function, whose
/// arguments are `...`. All its other functions do as little as they may.
public struct CallSite: Sendable, CustomStringConvertible {
  public let kind: ScriptKind
  /// The game it is called in.
  public let game: String
  public let function: String

  public var description: String { "\(kind.rawValue) \(function) in \(game)" }

  /// Every function of every kind of script, in every game.
  public static let all: [CallSite] = {
    var sites: [CallSite] = []
    for kind in ScriptKind.allCases {
      for game in games(of: kind) {
        sites += functions(of: kind).map { CallSite(kind: kind, game: game, function: $0) }
      }
    }
    return sites
  }()

  private static func games(of kind: ScriptKind) -> [String] {
    switch kind {
    case .bubble: [BubbleBlast.name]
    case .peg, .mode, .master: [Peggle.name]
    case .pop: [BubblePop.name]
    case .spawner: [BubbleBlast.name, BubblePop.name]
    case .cards: ["cards"]
    case .agent, .generator: GameRegistry.bundled.names
    // Their functions are tried by the tests of open games.
    case .game: []
    }
  }

  private static func functions(of kind: ScriptKind) -> [String] {
    switch kind {
    case .bubble: BubbleKind.Hook.allCases.map(\.name)
    case .peg: PeggleScript.Hook.hooks(of: .peg).map(\.name)
    case .mode: PeggleScript.Hook.hooks(of: .mode).map(\.name)
    case .master: PeggleScript.Hook.hooks(of: .master).map(\.name)
    case .pop: PopKind.Hook.allCases.map(\.name)
    case .spawner: ["next"]
    case .cards: ["deck", "match"]
    case .agent: ["start", "choose"]
    case .generator: ["generate"]
    case .game: []
    }
  }

  // MARK: Scripts

  /// The script's text; `body` is that of the function, `before` stands above it.
  public func script(_ body: String, before: String = "") -> ScriptSource {
    var parts = [before, "local s = { \(fields) }"]
    for (name, text) in others where name != function {
      parts.append("function s.\(name)\(text) end")
    }
    parts.append("function s.\(function)(...)\n\(body)\nend\nreturn s\n")
    return ScriptSource(
      name: "\(kind.folder)/hostile.lua", text: parts.joined(separator: "\n"))
  }

  /// The script's own description.
  private var fields: String {
    switch kind {
    case .bubble:
      // What matches is gone with the first shot.
      "name = 'hostile', glyph = 'h'" + (function == "on_match" ? ", colour = 'red'" : "")
    case .peg: "name = 'hostile', glyph = 'h'"
    case .mode, .master, .spawner: "name = 'hostile'"
    case .pop: "name = 'hostile'"
    case .cards: "name = 'hostile', features = { 'rank' }, hand = 2, deal = 4"
    case .agent: "name = 'hostile', games = { '\(game)' }"
    case .generator: "name = 'hostile', game = '\(game)'"
    case .game: "name = 'hostile'"
    }
  }

  /// The functions that a script of this kind must have, and those that lead to this one.
  private var others: [(name: String, text: String)] {
    switch kind {
    case .bubble, .pop: []
    case .peg where function == "on_timer":
      [("on_hit", "(world, peg) world:after(0.1, 1)")]
    case .peg: []
    case .mode: [("is_won", "(state) return false")]
    case .master where function == "on_timer":
      [("power", "(world, peg) world:after(0.1, 1)")]
    case .master: [("power", "()")]
    case .spawner: [("next", "(view) return view:colour(1)")]
    case .cards:
      [
        (
          "deck",
          "() return { { 1, name = 'a' }, { 2, name = 'b' }, { 3, name = 'c' }, { 1, name = 'd' } }"
        ),
        ("match", "(a, b) return a.rank == b.rank and 1 or nil"),
      ]
    case .agent: [("choose", "(turn) return 1")]
    case .generator: [("generate", "() return {}")]
    case .game: []
    }
  }

  // MARK: Levels

  /// A level in which the function is called.
  public var level: String {
    let head = #""format":"playtest-level","version":1,"game":"\#(game)","name":"\#(self)","#
    switch game {
    case BubbleBlast.name:
      let spawner = kind == .spawner ? #","spawner":"hostile""# : ""
      let grid =
        kind == .bubble
        ? #""legend":{"h":"hostile"},"grid":["RRRRRh","RhRhR"]"#
        : #""grid":["RRBBRR","BRBRB"]"#
      return "{\(head)\"columns\":6,\"shots\":10,\(grid)\(spawner),"
        + #""spawn":{"weights":{"red":4,"blue":1}}}"#
    case Peggle.name: return "{\(head)\(peggle)}"
    case BubblePop.name:
      let script = kind == .pop ? #","script":"hostile""# : ""
      let spawner = kind == .spawner ? #","spawner":"hostile""# : ""
      return "{\(head)\"duration\":4,\"bubbles\":["
        + #"{"colour":"red","points":1,"probability":0.5\#(script)},"#
        + #"{"colour":"blue","points":8,"probability":0.5}]\#(spawner)}"#
    case "cards": return "{\(head)\"script\":\"\(kind == .cards ? "hostile" : "plain")\"}"
    default: return "{\(head)\"deal\":4}"
    }
  }

  /// Rows of pegs close to each other, so that any shot meets some; the shots are short.
  private var peggle: String {
    var objects: [String] = []
    for row in 0..<3 {
      for column in 0..<9 {
        let colour = column % 3 == 0 ? "orange" : column % 3 == 1 ? "green" : "hostile"
        let shown = colour == "hostile" && kind != .peg ? "orange" : colour
        objects.append(
          #"{"kind":"peg","colour":"\#(shown)","x":\#(60 + 84 * column),"y":\#(120 + 60 * row)}"#)
      }
    }
    let mode = kind == .mode ? "hostile" : "plain"
    // A bucket that catches every ball takes a longer shot.
    let rules =
      function == "on_bucket"
      ? #""shotTime":8,"aims":4,"bucketWidth":760"# : #""shotTime":0.6,"aims":4"#
    let master = kind == .master ? #""master":"hostile","# : ""
    return #""balls":3,"mode":"\#(mode)",\#(master)"rules":{\#(rules)},"#
      + "\"objects\":[\(objects.joined(separator: ","))]"
  }

  /// The script among what its level needs beside it.
  public func library(_ script: ScriptSource) -> ScriptLibrary {
    let others = [
      ("pegs/orange", "name = 'orange', glyph = 'O'"),
      ("pegs/green", "name = 'green', glyph = 'G', power = 'master'"),
      ("modes/plain", "name = 'plain', is_won = function(state) return state.orange_left == 0 end"),
    ]
    let cards = ["plain", "set", "playing-cards"].map { name in
      (
        "cards/\(name)",
        "name = '\(name)', features = { 'rank' }, hand = 2, deal = 4,"
          + " deck = function() return { { 1, name = 'a' }, { 1, name = 'b' }, { 2, name = 'c' },"
          + " { 2, name = 'd' } } end,"
          + " match = function(a, b) return a.rank == b.rank and 1 or nil end"
      )
    }
    return ScriptLibrary(
      kept: [script]
        + (others + cards).map { ScriptSource(name: "\($0.0).lua", text: "return { \($0.1) }\n") })
  }
}
