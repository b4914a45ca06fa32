import SimHarness

/// A run's log: what scripts printed, written when there is any.
struct RunLog {
  private let folder: RunFolder
  /// What an earlier part of the run printed.
  private let earlier: String
  private let lines = PrintedLog()
  /// Whose lines they are.
  private let writers: String
  /// More than what the parts of a run print; a larger file is no log of ours.
  private static let maxBytes = 64 << 20

  /// Begins with what was printed while the plan's levels were loaded.
  ///
  /// With `keeping` the lines that are in the file stay. A run that continues has loaded its levels
  /// again; what the file has of that is left out.
  init(of folder: RunFolder, keeping: Bool, plan: RunPlan) {
    self.folder = folder
    writers = plan.game.engine == nil ? "scripts printed" : "the engine and scripts wrote"
    earlier =
      keeping
      ? (try? PlainFile.bytes(at: folder.path(of: .log), limit: Self.maxBytes))
        .map { String(decoding: $0, as: UTF8.self) } ?? ""
      : ""
    let known = Set(earlier.split(separator: "\n"))
    for line in plan.loadingPrints where !known.contains(line.description[...]) { lines.add(line) }
  }

  func add(_ line: PrintedLine) { lines.add(line) }

  /// Writes the log, and says so, if scripts printed anything.
  func close(quiet: Bool) throws {
    let count = lines.count
    guard count > 0 else { return }
    try folder.write(earlier + lines.text, to: .log)
    guard !quiet else { return }
    let lines = count == 1 ? "1 line" : "\(count) lines"
    Console.error(["\(writers) \(lines): \(folder.path)/\(RunFolder.File.log.rawValue)"])
  }
}
