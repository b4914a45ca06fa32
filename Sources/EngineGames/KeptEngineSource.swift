import SimHarness
import Synchronization

/// The rules of an engine's build that a run kept: the project's engine, if it is still that build.
final class KeptEngineSource: RulesSource {
  private let build: EngineBuild
  private let folder: EngineFolder
  /// The engine that was found to be that build: the rules are asked for at every move.
  private let same = Mutex<(any FoundEngine)?>(nil)

  init(_ build: EngineBuild, in folder: EngineFolder) {
    self.build = build
    self.folder = folder
  }

  func rules(
    of level: OpenLevel, in host: any ScriptHosting
  ) throws(ScriptFault) -> any RulesBackend {
    if let source = same.withLock(\.self) { return try source.rules(of: level, in: host) }
    guard let source = try folder.source(named: build.name) else {
      throw ScriptFault(
        kind: .error,
        message: "\(folder.path(of: build.name)): there is no such engine here; the run was played"
          + " with it; name its folder with --engines")
    }
    if let difference = build.difference(from: source.build) {
      throw ScriptFault(
        kind: .error,
        message: "engine \(build.name) has changed since the run was played: \(difference); restore"
          + " it")
    }
    same.withLock { $0 = source }
    return try source.rules(of: level, in: host)
  }
}
