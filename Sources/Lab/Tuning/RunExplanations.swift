import FoundationEssentials
import SimHarness

/// What `playtest explain` found for levels of a run, as it is kept beside the run.
public struct RunExplanations: Sendable, Equatable {
  private static let format = "playtest-explanations"
  private static let version = 1
  private static let limits = JSONLimits(bytes: 64 << 20, values: 10_000_000)

  /// The identity of the run, as `RunIdentity.text`.
  public var run: String
  /// One per level, in the order of the run.
  public var levels: [LevelExplanation]

  public init(run: String, levels: [LevelExplanation]) {
    self.run = run
    self.levels = levels
  }

  /// The text of `explanations.json`.
  public var text: String {
    JSONWriter.pretty([
      "format": .string(Self.format), "version": .int(Self.version), "run": .string(run),
      "levels": .array(levels.map(\.json)),
    ])
  }

  /// Reads `explanations.json`.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    self = try JSONReader.read(bytes, file: file, limits: Self.limits, decode: Self.decode)
  }

  private static func decode(_ cursor: JSONCursor) -> RunExplanations? {
    guard let fields = cursor.object(fields: ["format", "version", "run", "levels"]) else {
      return nil
    }
    if let format = fields.required("format"), format.string() != Self.format {
      format.report("expected \"\(Self.format)\": these are not explanations; remove the file")
      return nil
    }
    if let version = fields.required("version"), version.int() != Self.version {
      version.report(
        "these explanations were made by another version of playtest; explain the levels again")
      return nil
    }
    guard let run = fields.required("run")?.string(),
      let levels = fields.required("levels")?.array(
        of: "levels", count: 0...100_000, decode: LevelExplanation.decode)
    else { return nil }
    return RunExplanations(run: run, levels: levels)
  }
}

extension RunFolder {
  /// What `playtest explain` found for levels of this run; none if it was not run.
  /// - Throws: `foreign` if the explanations are of another run.
  public func explanations() throws -> [LevelExplanation] {
    let file = path(of: .explanations)
    guard FileManager.default.fileExists(atPath: file) else { return [] }
    let kept = try RunExplanations(reading: try read(.explanations), file: file)
    let manifest = try runManifest()
    guard kept.run == manifest.identity.text else {
      throw StorageError.foreign(
        file,
        "these explanations belong to another run than run.json; write them again with"
          + " `playtest explain`")
    }
    return kept.levels
  }

  /// Keeps explanations of levels for the reports to come, each in place of an earlier one of its
  /// level.
  ///
  /// The folder is locked meanwhile. A file that cannot be read, or is of another run, is replaced.
  public func keep(_ explanations: [LevelExplanation]) throws {
    guard !explanations.isEmpty else { return }
    let manifest = try runManifest()
    let lock = try self.lock()
    defer { withExtendedLifetime(lock) {} }
    let all = explanations + ((try? self.explanations()) ?? [])
    let levels = manifest.levels.compactMap { level in all.first { $0.level == level.name } }
    try write(
      RunExplanations(run: manifest.identity.text, levels: levels).text, to: .explanations)
  }

  private func runManifest() throws -> RunManifest {
    try RunManifest(reading: try read(.manifest), file: path(of: .manifest))
  }
}
