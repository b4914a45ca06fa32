import TextFormats

/// The pass rates that levels are to have, kept in `.playtest/studio.json`.
struct LevelTargets {
  /// Levels beyond which the file is not read.
  private static let maxLevels = 10_000

  private let own: String
  private var targets: [String: LiveTarget] = [:]

  init(_ workspace: StudioWorkspace) {
    own = workspace.own
    // A file that cannot be read has no targets; the next one writes it again.
    guard let bytes = try? PlainFile.bytes(at: path, limit: JSONLimits.standard.bytes) else {
      return
    }
    let read = try? JSONReader.read(bytes, file: path) { cursor in
      cursor.object(fields: ["targets"])?.required("targets")?
        .dictionary(of: "targets", count: 0...Self.maxLevels) { _, target in
          target.object(fields: LiveTarget.fields).flatMap { LiveTarget($0) }
        }
    }
    for (level, target) in read ?? [] { targets[level] = target }
  }

  private var path: String { "\(own)/studio.json" }

  subscript(level: String) -> LiveTarget? { targets[level] }

  /// Sets the target of a level; nil for none.
  mutating func set(_ target: LiveTarget?, of level: String) throws(FileWriteError) {
    targets[level] = target
    let members = targets.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.tree) }
    try AtomicFile.write(
      JSONWriter.compact(["targets": .object(members)]) + "\n", to: path, followingLinks: false)
  }
}
