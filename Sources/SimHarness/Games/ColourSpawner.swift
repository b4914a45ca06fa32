/// A script that draws the colours of new bubbles: those of Bubble Blast's cannon, or those that
/// appear in bubble pop.
public struct ColourSpawner: Sendable {
  public let name: String
  public let summary: String
  /// The games it draws for; empty for all that ask a spawner.
  public let games: [String]
  public let parameters: [ScriptParameter]
  public let source: ScriptSource

  /// Loads a script in a sandbox of its own and reads the spawner it describes.
  ///
  /// - Throws: Everything that is wrong with it, as one fault.
  package init(
    from source: ScriptSource, knownGames: [String]?, libraries: [ScriptSource] = [],
    limits: ScriptLimits = .standard
  ) throws(ScriptFault) {
    var fields = try ScriptFields(from: source, libraries: libraries, limits: limits)
    let name = fields.fileName(example: "\"even\"")
    fields.checkNames(known: ["name", "summary", "params", "games"], functions: ["next"])
    if fields.table["next"] != .function {
      fields.report(
        "`next(view, u, params)` is missing; it returns the colour of a new bubble", at: "next")
    }
    let games = fields.names("games")
    for game in games where knownGames?.contains(game) == false {
      let hint = NearestName.suggestion(for: game, among: knownGames ?? [])
      fields.report(
        "`games`: '\(game)' has no spawner" + (hint.map { "; did you mean '\($0)'?" } ?? ""),
        at: "games")
    }
    self.name = name
    self.summary = fields.string("summary", default: "")
    self.games = games
    self.parameters = fields.parameters()
    self.source = source
    try fields.check()
  }

  /// The advice for a spawner that keeps numbers between its calls, which it cannot store anywhere.
  package static let adviceOnMemory = "use only `u`, `view` and `params`"

  package func isFor(_ game: String) -> Bool { games.isEmpty || games.contains(game) }

  /// Why a level of a game cannot have it; nil if it can.
  package func refusal(by game: String) -> String? {
    isFor(game)
      ? nil
      : "the spawner \(SafeText.named(name)) is for \(NearestName.list(games)); choose another"
  }

  /// What its script draws at a uniform number; `server` answers for `view`.
  package func draw(
    at uniform: Double, by handle: ScriptHandle, on host: any ScriptHosting,
    server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum {
    do throws(ScriptFault) {
      return try host.call(
        handle, hook: 0, host.object("view", instance: 0), .number(uniform),
        host.parameters(of: handle), server: server)
    } catch {
      throw error.inside("next of the spawner \(source.name)")
    }
  }

  /// The fault of a script that draws something else than a colour; `wanted` says whose colours.
  package func fault(drawing answer: ScriptDatum, wanted: String, _ colours: [String])
    -> ScriptFault
  {
    let found = answer.string.map { SafeText.named($0) } ?? answer.typeName
    return ScriptFault(
      kind: .error,
      message: "\(source.name):\(source.line(settingField: "next")): next must return one of"
        + " \(wanted) \(NearestName.list(colours)), not \(found)")
  }
}
