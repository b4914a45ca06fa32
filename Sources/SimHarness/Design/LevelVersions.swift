import FoundationEssentials

/// The texts that a level had when it was saved, the newest last.
public struct LevelVersions: Sendable {
  /// One of them.
  public struct Version: Hashable, Sendable {
    /// Rises with each version of the level, and is never given again.
    public let number: Int
    /// When it was saved, in whole seconds since 1970.
    public let seconds: Int
  }

  /// The most versions that are kept; beyond it the oldest is removed.
  public static let maxVersions = 50

  /// The folder of the level's versions.
  public let folder: String

  /// The versions of a level; nil for an id of other characters than letters, digits, `-` and `_`.
  public init?(folder: String, id: String) {
    guard let name = DesignFiles.name(id) else { return nil }
    self.folder = "\(folder)/\(name)"
  }

  /// The versions that are there, oldest first.
  public func list() -> [Version] {
    numbers.taken.compactMap { number in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: number))
      guard let date = attributes?[.modificationDate] as? Date else { return nil }
      return Version(number: number, seconds: Int(saturating: date.timeIntervalSince1970))
    }
  }

  /// The text of a version; nil where it is not there, or is no text that a level can have.
  public func text(of number: Int) -> String? {
    (try? PlainFile.bytes(at: path(of: number), limit: LevelFile.maxBytes))
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Keeps a text as the newest version; nothing is written if that is what the newest one holds.
  ///
  /// - Returns: The number of the version that holds it.
  @discardableResult
  public func add(_ text: String) throws(FileWriteError) -> Int {
    let numbers = numbers
    if let newest = numbers.taken.last, self.text(of: newest) == text { return newest }
    let number = numbers.next
    try AtomicFile.makeFolder(of: path(of: number))
    // The folder may come from an untrusted source.
    try AtomicFile.write(text, to: path(of: number), followingLinks: false)
    // Only what is one too many by now, so that a crash between the two keeps one more.
    for old in numbers.taken.dropLast(Self.maxVersions - 1) {
      try? FileManager.default.removeItem(atPath: path(of: old))
    }
    return number
  }

  private static let suffix = ".json"

  private func path(of number: Int) -> String { "\(folder)/\(number)\(Self.suffix)" }

  private var numbers: FileNumbers {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return FileNumbers(in: names, start: "", end: Self.suffix)
  }
}
