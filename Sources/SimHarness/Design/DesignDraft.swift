import FoundationEssentials

/// The journal of what was done to a level and not saved: a line for each step, only ever added to.
///
/// A crash loses at most the step that was being written: a last line that was cut off is left out.
/// The steps are done again from the level that the journal began with, so that their history is
/// there again too.
public struct DesignDraft: Sendable {
  /// One thing that was done.
  public enum Step: Equatable, Sendable {
    /// Operations of `level edit`, as one step.
    case operations([String])
    case undo
    case redo
    /// Another level in place of this one, by its text.
    case replaced(text: String, name: String)
    /// What another program wrote to the file was taken over.
    case changedOnDisk(text: String, keepingEdits: Bool)
    /// What the level is here: where a step before it cannot be done again, it goes on from here.
    case checkpoint(text: String)
  }

  /// What a journal holds.
  public struct Content: Equatable, Sendable {
    /// The level that the journal began with.
    public var text: String
    /// Its file; nil for a level that was no file yet.
    public var path: String?
    public var steps: [Step]
    /// Whether the file ends with a line that was cut off or damaged, which is left out with all
    /// behind it.
    public var isCut: Bool
  }

  static let format = "playtest-draft"
  static let version = 1
  /// The most bytes of a journal that is read.
  static let maxBytes = 64 << 20
  /// The most bytes of a line: a level's text, escaped.
  private static let lineLimits = JSONLimits(bytes: 6 * LevelFile.maxBytes + 1_000)

  public let path: String
  /// Finds lines that are damaged or of another journal.
  private let lines: SealedLines
  /// What every write passes.
  private let gate: DiskGate

  /// The journal of a level; nil for an id of other characters than letters, digits, `-` and `_`.
  public init?(folder: String, id: String, gate: DiskGate = .open) {
    guard let name = DesignFiles.name(id) else { return nil }
    path = "\(folder)/\(name).jsonl"
    self.gate = gate
    lines = SealedLines(path: path, digest: "\(Self.format) \(name)")
  }

  // MARK: Writing

  /// Begins the journal again, with these steps.
  public func begin(
    with text: String, of file: String?, _ steps: [Step] = []
  ) throws(FileWriteError) {
    try write(Content(text: text, path: file, steps: steps, isCut: false))
  }

  /// Writes the journal as a whole: after a crash, without a line that was cut off.
  public func write(_ content: Content) throws(FileWriteError) {
    let head: JSONTree = [
      "format": .string(Self.format), "version": .int(Self.version),
      "path": content.path.map { .string($0) } ?? .null, "text": .string(content.text),
    ]
    let text = ([head] + content.steps.map(\.tree)).map {
      lines.sealed(JSONWriter.compact($0)) + "\n"
    }
    try AtomicFile.makeFolder(ofFile: path)
    // The folder may come from an untrusted source.
    try AtomicFile.write(text.joined(), to: path, followingLinks: false, through: gate)
  }

  /// Adds steps, which outlive this program when this returns; with `flushing` a power cut too.
  public func add(_ steps: [Step], flushing: Bool = true) throws(FileWriteError) {
    let text = steps.map { lines.sealed(JSONWriter.compact($0.tree)) + "\n" }
    try lines.append(text.joined(), flushing: flushing, through: gate)
  }

  /// Brings the steps that were added onto the disk.
  public func flush() throws(FileWriteError) { try lines.flush(through: gate) }

  /// Removes the journal: the level was saved, or its changes were given up.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }

  // MARK: Reading

  /// What the journal holds; nil where there is none, or not even its first line, and for a file
  /// that cannot be one of ours.
  public func read() -> Content? {
    (try? PlainFile.bytes(at: path, limit: Self.maxBytes)).flatMap { content($0) }
  }

  /// Whether the journal has so many steps that it is to be written again with fewer, before it is
  /// too large to be read.
  public var isLong: Bool {
    guard case .file(let size) = PlainFile.kind(of: path) else { return false }
    return size > Self.maxBytes / 2
  }

  func content(_ bytes: [UInt8]) -> Content? {
    let end = UInt8(ascii: "\n")
    var lines = bytes.split(separator: end, omittingEmptySubsequences: false)
    // Behind the last line's end there is nothing.
    let isWhole = lines.popLast()?.isEmpty ?? true
    guard let first = lines.first, let head = tree(first),
      head["format"].text == Self.format, head["version"].whole == Self.version,
      let text = head["text"].text
    else { return nil }
    var content = Content(text: text, path: head["path"].text, steps: [], isCut: !isWhole)
    for line in lines.dropFirst() {
      guard let step = tree(line).flatMap({ Step($0) }) else {
        content.isCut = true
        break
      }
      content.steps.append(step)
    }
    return content
  }

  /// A line's object; nil if the line is damaged.
  private func tree(_ line: ArraySlice<UInt8>) -> JSONTree? {
    guard let (own, verdict) = lines.checked(line), verdict == .own else { return nil }
    return JSONParser.parse(own, limits: Self.lineLimits).value.map { JSONTree($0) }
  }
}

extension DesignDraft.Step {
  fileprivate var tree: JSONTree {
    switch self {
    case .operations(let operations): ["do": .array(operations.map { .string($0) })]
    case .undo: ["undo": true]
    case .redo: ["redo": true]
    case .replaced(let text, let name): ["name": .string(name), "replaced": .string(text)]
    case .changedOnDisk(let text, let keepingEdits):
      ["disk": .string(text), "keep": .bool(keepingEdits)]
    case .checkpoint(let text): ["text": .string(text)]
    }
  }

  fileprivate init?(_ tree: JSONTree) {
    if case .array(let items) = tree["do"] {
      let operations = items.compactMap(\.text)
      guard operations.count == items.count else { return nil }
      self = .operations(operations)
    } else if let text = tree["replaced"].text {
      self = .replaced(text: text, name: tree["name"].text ?? "")
    } else if let text = tree["disk"].text {
      self = .changedOnDisk(text: text, keepingEdits: tree["keep"] == true)
    } else if let text = tree["text"].text {
      self = .checkpoint(text: text)
    } else if tree["undo"] == true {
      self = .undo
    } else if tree["redo"] == true {
      self = .redo
    } else {
      return nil
    }
  }
}
