import FoundationEssentials

/// The texts that a level file has had, kept beside it so that an edit can be undone later.
///
/// The file is found again by its text: a text that is not the timeline's current one was written
/// by another program, and is one more state that can be undone and redone. So nothing that was
/// saved is lost, whichever program saved it.
public struct EditTimeline: Equatable, Sendable {
  /// The states, oldest first; none for a level that was never edited.
  public private(set) var states: [String] = []
  /// The state that the file holds, by its place among the states.
  public private(set) var current = 0

  /// The folder beside the level files that holds their timelines.
  public static let folder = ".level-history"
  /// The maximum number of states; beyond it the oldest is dropped.
  public static let maxStates = 200
  /// The maximum number of bytes of all states together; the file's own state is always kept.
  public static let maxBytes = 8 << 20

  private static let format = "playtest-level-history"
  private static let limits = JSONLimits(
    bytes: 6 * (maxBytes + LevelFile.maxBytes), elements: maxStates)

  public init() {}

  /// How many states can be gone back.
  public var undoCount: Int { current }
  /// How many states can be gone forward.
  public var redoCount: Int { max(0, states.count - 1 - current) }

  // MARK: States

  /// Records what the file holds now; true if that is not a state of the timeline, so that another
  /// program wrote it.
  @discardableResult
  public mutating func meet(_ text: String) -> Bool {
    let isKnown = states.indices.contains(current) && states[current] == text
    if isKnown { return false }
    let isFirst = states.isEmpty
    record(text)
    return !isFirst
  }

  /// Adds a state behind the current one; what was undone can then no longer be redone.
  public mutating func record(_ text: String) {
    states = Array(states.prefix(current + 1)) + [text]
    var bytes = states.reduce(0) { $0 + $1.utf8.count }
    while states.count > Self.maxStates || (bytes > Self.maxBytes && states.count > 1) {
      bytes -= states.removeFirst().utf8.count
    }
    current = states.count - 1
  }

  /// Goes to the state before; nil if there is none.
  public mutating func undo() -> String? {
    guard undoCount > 0 else { return nil }
    current -= 1
    return states[current]
  }

  /// Goes to the state behind; nil if there is none.
  public mutating func redo() -> String? {
    guard redoCount > 0 else { return nil }
    current += 1
    return states[current]
  }

  // MARK: Files

  /// Where the timeline of a level file lies.
  public static func path(ofLevelAt path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return "\(path.dropLast(name.count))\(folder)/\(name)"
  }

  /// Reads the timeline of a level file; an empty one where there is none yet.
  /// - Throws: If a file lies there that is not a timeline.
  public static func read(ofLevelAt path: String) throws(LevelProblem) -> EditTimeline {
    let place = Self.path(ofLevelAt: path)
    if isLinked(place) { throw .unreadable(path: place, reason: linkReason) }
    if LevelFileReader.kind(of: place) == .missing { return EditTimeline() }
    let bytes = try LevelFileReader.bytes(at: place, shownAs: place, limit: limits.bytes)
    do throws(FileIssues) {
      return try JSONReader.read(bytes, file: place, limits: limits, decode: decode)
    } catch {
      throw .invalid(error)
    }
  }

  private static func decode(_ root: JSONCursor) -> EditTimeline? {
    guard let fields = root.object(fields: ["format", "version", "current", "states"]),
      fields.required("format")?.name(among: [format], called: "format") != nil,
      fields.required("version")?.int(in: 1...1) != nil,
      let states = fields.required("states")?.array(
        of: "states", count: 1...maxStates, decode: { $0.string() }),
      let current = fields.required("current")?.int(in: 0...max(0, states.count - 1))
    else { return nil }
    var timeline = EditTimeline()
    timeline.states = states
    timeline.current = current
    return timeline
  }

  /// Writes the timeline of a level file.
  public func write(ofLevelAt path: String) throws(FileWriteError) {
    let place = Self.path(ofLevelAt: path)
    if Self.isLinked(place) { throw FileWriteError(path: place, reason: Self.linkReason) }
    try AtomicFile.makeFolder(of: place)
    try AtomicFile.write(fileText, to: place)
  }

  /// Removes the timeline of a level file, if there is one.
  static func remove(ofLevelAt path: String) {
    let place = Self.path(ofLevelAt: path)
    if !isLinked(place) { try? FileManager.default.removeItem(atPath: place) }
  }

  /// Whether a timeline's file or folder is a link.
  ///
  /// Levels from elsewhere could bring one along that leads to somebody's file of the same name, so
  /// that an edit would overwrite it.
  private static func isLinked(_ place: String) -> Bool {
    [parent(of: place), place].contains { path in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
  }

  private static let linkReason = "the file or its folder is a link; remove the link"

  /// The folder of a timeline's file.
  private static func parent(of place: String) -> String {
    String(place.dropLast(1 + (place.split(separator: "/").last?.count ?? 0)))
  }

  /// The timeline's file.
  var fileText: String {
    let tree: JSONTree = [
      "format": .string(Self.format), "version": 1, "current": .int(current),
      "states": .array(states.map { .string($0) }),
    ]
    return JSONWriter.compact(tree) + "\n"
  }
}
