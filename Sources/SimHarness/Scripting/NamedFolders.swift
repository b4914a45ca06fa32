/// The folders in which a run found its scripts and its engine, where they are not the default ones,
/// so that the commands which a report suggests name them, too.
public struct NamedFolders: Sendable, Equatable {
  /// What `--scripts` is to be given; nil: the default.
  public var scripts: String?
  /// What `--engines` is to be given; nil: the default, or no engine.
  public var engines: String?

  /// The folders to be named; nil: the default one.
  public init(scripts: String? = nil, engines: String? = nil) {
    self.scripts = scripts
    self.engines = engines
  }

  /// What a command line ends with, such as ` --scripts mine`; empty where both are the default.
  public var options: String {
    [scripts.map { ("--scripts", $0) }, engines.map { ("--engines", $0) }].compactMap(\.self)
      .map { " " + ShellText.option($0, $1) }.joined()
  }

  /// What a command line ends with that reads a run's folder, which has the scripts itself.
  public var optionsOfRun: String { NamedFolders(engines: engines).options }

  /// The value for a manifest; nil where both are the default.
  var tree: JSONTree? {
    guard scripts != nil || engines != nil else { return nil }
    return .members([
      "scripts": scripts.map { .string($0) }, "engines": engines.map { .string($0) },
    ])
  }

  /// Reads what `tree` wrote.
  init(_ cursor: JSONCursor) {
    let fields = cursor.object(fields: ["scripts", "engines"])
    scripts = fields?.optional("scripts")?.string()
    engines = fields?.optional("engines")?.string()
  }
}
