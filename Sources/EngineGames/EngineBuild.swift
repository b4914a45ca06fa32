import SimHarness
import TextFormats

/// Which build of an engine plays: what runs keep, and compare before they are continued.
public struct EngineBuild: Sendable, Equatable {
  let record: EngineRecord
  /// What the engine says of itself: see `EngineHello`.
  let can: [String]
  let game: JSONTree

  static let format = "playtest-engine-build"

  var name: String { record.name }

  /// The text that runs keep among their scripts.
  var source: ScriptSource {
    ScriptSource(
      name: EngineNames.kept(name),
      text: JSONWriter.pretty([
        "format": .string(Self.format), "version": 1, "name": .string(name),
        "engine": .string(record.version),
        "files": .array(
          record.files.map { ["file": .string($0.path), "hash": .string($0.hash)] }),
        "can": .array(can.map { .string($0) }), "game": game,
      ]))
  }

  init(_ file: EngineFile, _ hello: EngineHello, files: [EngineRecord.File]) {
    record = EngineRecord(name: file.name, version: hello.engineVersion, files: files)
    can = hello.can
    game = hello.game
  }

  /// Reads what a run kept.
  /// - Throws: If it is not a build.
  init(kept source: ScriptSource) throws(ScriptFault) {
    guard let root = JSONParser.parse(source.text).value,
      root["format"]?.text == Self.format, let name = root["name"]?.text,
      source.name == EngineNames.kept(name), let version = root["engine"]?.text,
      let files = root["files"]?.elements, let can = root["can"]?.elements,
      let game = root["game"]
    else {
      throw ScriptFault(
        kind: .error, message: "\(source.name):1: this is not the build of an engine")
    }
    record = EngineRecord(
      name: name, version: version,
      files: files.compactMap { file in
        guard let path = file["file"]?.text, let hash = file["hash"]?.text else { return nil }
        return EngineRecord.File(path: path, hash: hash)
      })
    self.can = can.compactMap(\.text)
    self.game = JSONTree(game)
  }

  /// Why no player can look ahead; nil: they can.
  var reasonNotToLookAhead: String? {
    can.contains("copy")
      ? nil
      : "engine \(name) cannot `copy`, which is needed for that; add the operation to the engine and"
        + " to \"can\", or choose other agents, such as random"
  }

  /// What differs from another build, in words; nil: nothing.
  func difference(from other: EngineBuild) -> String? {
    if let difference = record.difference(from: other.record) { return difference }
    return source.hash == other.source.hash
      ? nil : "the hash of its game description was \(source.hash), now it is \(other.source.hash)"
  }
}
