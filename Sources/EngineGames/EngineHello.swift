import SimHarness
import TextFormats

/// What an engine says of itself when it is started.
struct EngineHello: Sendable {
  /// The versions of the protocol that the host speaks.
  static let versions = [1]

  let engineVersion: String
  let can: [String]
  /// What is fixed of the game, as the engine wrote it.
  let game: JSONTree
  /// Whether players see everything there is, the future included.
  let hidesNothing: Bool

  /// The host's first line.
  static var request: [UInt8] {
    let versions = versions.map(String.init).joined(separator: ",")
    return Array(
      ("{\"id\":0,\"hello\":{\"protocol\":\"playtest-engine\",\"versions\":[\(versions)],"
        + "\"playtest\":\(JSONWriter.compact(.string(ProgramVersion.current)))}}\n").utf8)
  }

  /// - Throws: What is missing or wrong, in one line.
  init(_ answer: JSONValue, of engine: String) throws(ScriptFault) {
    func fault(_ message: String) -> ScriptFault {
      ScriptFault(kind: .error, message: "engine \(engine), hello: \(message)")
    }
    let ours = Self.versions.map(String.init).joined(separator: ", ")
    if let error = answer["error"] {
      throw fault(
        "it does not accept version \(ours) of the protocol, which this playtest uses: "
          + SafeText.escaped(error["message"]?.text ?? "no reason given", limit: 300))
    }
    guard let version = answer["version"]?.whole else {
      throw fault(
        Self.lacking("version", answer["version"], "the version of the protocol, one of \(ours)"))
    }
    guard Self.versions.contains(version) else {
      throw fault(
        "it supports version \(version) of the protocol, and this playtest \(ours); use an engine or"
          + " a playtest that have one in common")
    }
    guard let game = answer["game"], case .object = game.kind else {
      throw fault(Self.lacking("game", answer["game"], "what the game declares, an object"))
    }
    guard let words = answer["can"]?.elements else {
      throw fault(
        Self.lacking(
          "can", answer["can"], "the optional operations, such as [\"copy\", \"picture\"]"))
    }
    if let odd = words.first(where: { $0.text == nil }) {
      throw fault("\"can\" must hold names of operations, such as \"copy\", found \(odd.summary)")
    }
    let secrets = "\"none\" (nothing is hidden from players, and nothing is drawn) or \"imagine\""
    guard let found = game["hidden"] else {
      throw fault("\"hidden\" is missing: say \(secrets)")
    }
    guard let hidden = found.text else {
      throw fault("\"hidden\" must be \(secrets), found \(found.summary)")
    }
    guard hidden == "none" || hidden == "imagine" else {
      throw fault("\"hidden\" must be \"none\" or \"imagine\", not \(SafeText.named(hidden))")
    }
    can = words.compactMap(\.text)
    if hidden == "imagine" && !can.contains("imagine") {
      throw fault(
        "\"hidden\" is \"imagine\", but \"can\" does not have \"imagine\"; add the operation")
    }
    var ownVersion = ""
    if let engine = answer["engine"] {
      guard case .object = engine.kind else {
        throw fault(
          "\"engine\" must be an object such as {\"name\": \"nerve\", \"version\": \"1\"}, found"
            + " \(engine.summary)")
      }
      if let found = engine["version"] {
        guard let text = found.text else {
          let advice = found.whole.map { "; write \"\($0)\"" } ?? ""
          throw fault(
            "\"version\" of \"engine\" must be a string, found \(found.summary)\(advice)")
        }
        ownVersion = text
      }
    }
    engineVersion = SafeText.escaped(ownVersion, limit: 60)
    self.game = JSONTree(game)
    hidesNothing = hidden == "none"
  }

  init(of build: EngineBuild) {
    engineVersion = build.record.version
    can = build.can
    game = build.game
    hidesNothing = game.member("hidden") == .string("none")
  }

  func can(_ word: String) -> Bool { can.contains(word) }

  /// What is said of a member that is not there, or is something else.
  private static func lacking(_ name: String, _ found: JSONValue?, _ wanted: String) -> String {
    found.map { "\"\(name)\" must be \(wanted), found \($0.summary)" }
      ?? "\"\(name)\" is missing: \(wanted)"
  }
}

extension JSONTree {
  /// A member of an object; null where it is not there.
  func member(_ key: String) -> JSONTree {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }
}
