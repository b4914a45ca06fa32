/// Where a game's rules come from that are not a script: makes what carries them out.
public protocol RulesSource: AnyObject, Sendable {
  /// The rules of a level in a worker, whose host keeps what belongs to them from game to game:
  /// see `ScriptHosting.session(of:opening:)`.
  func rules(
    of level: OpenLevel, in host: any ScriptHosting
  ) throws(ScriptFault) -> any RulesBackend
}
