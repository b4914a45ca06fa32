import SimHarness

/// The rules of an engine that was found: a process, or a library in this one.
protocol FoundEngine: RulesSource {
  var build: EngineBuild { get }
  var spec: GameSpec { get }

  /// Gives away the processes that nobody uses.
  func takeUnused() -> [EngineConnection]
}

extension FoundEngine {
  /// The engine's game.
  var game: OpenGame {
    OpenGame(
      spec: spec, source: build.source, rules: self, engine: build.record,
      reasonNotToLookAhead: build.reasonNotToLookAhead)
  }
}
