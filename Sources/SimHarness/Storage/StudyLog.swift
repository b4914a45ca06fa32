/// The pieces of a study in progress, one per line, so that an interrupted one can be resumed.
package struct StudyLog: Sendable {
  static let format = "playtest-study-log"
  static let version = 1
  /// More than the pieces of the largest study need.
  private static let maxBytes = 256 << 20

  /// What one piece of work found.
  package struct Piece: Sendable, Equatable {
    /// The place of the piece among all of the study.
    package var number: Int
    /// The figures of a game that was looked at; nil if it could not be.
    package var game: [Int64?]?
    /// Games played on.
    package var rollouts = 0
    /// The scores of games that were played again.
    package var scores: [Int] = []
    package var restricted: StudyResults.Restricted?

    package init(number: Int) { self.number = number }
  }

  private let lines: SealedLines
  private let head: String

  /// The log of a study of this effort of the run in a folder.
  package init(in folder: RunFolder, of run: String, effort: StudyResults.Effort) {
    let digest = ([run] + effort.numbers.map { "\($0)" }).joined(separator: " ")
    lines = SealedLines(path: folder.path(of: .studyLog), digest: digest)
    head = JSONWriter.compact([
      "format": .string(Self.format), "version": .int(Self.version), "study": .string(digest),
    ])
  }

  /// The pieces of an earlier process; starts a new log if there is none, or one of another study.
  ///
  /// Everything after a truncated or damaged line is done again, and so is everything where a file
  /// is there that is no log of ours.
  package func resume() throws(FileWriteError) -> [Piece] {
    let bytes = (try? PlainFile.bytes(at: lines.path, limit: Self.maxBytes)) ?? []
    var texts = bytes.split(separator: UInt8(ascii: "\n"))[...]
    var pieces: [Piece] = []
    var text = head + "\n"
    if texts.first?.elementsEqual(head.utf8) == true {
      texts = texts.dropFirst()
      for line in texts {
        guard let (own, verdict) = lines.checked(line), verdict == .own,
          let value = JSONParser.parse(own).value, let piece = Self.piece(JSONTree(value))
        else { break }
        pieces.append(piece)
        text += String(decoding: line, as: UTF8.self) + "\n"
      }
    }
    try AtomicFile.write(text, to: lines.path, followingLinks: false)
    return pieces
  }

  package func add(_ piece: Piece) throws(FileWriteError) {
    try lines.append(lines.sealed(JSONWriter.compact(Self.tree(of: piece))) + "\n")
  }

  // MARK: Lines

  private static func tree(of piece: Piece) -> JSONTree {
    let outcomes = piece.restricted?.outcomes
    return .members([
      "piece": .int(piece.number), "rollouts": .int(piece.rollouts),
      "scores": .array(piece.scores.map { .int($0) }),
      "game": piece.game.map { .array($0.map { $0.map { .int(Int($0)) } ?? .null }) },
      "restricted": piece.restricted.map { .string($0.name) },
      "outcomes": outcomes.map {
        .array([$0.both, $0.lost, $0.gained, $0.neither].map { .int($0) })
      },
    ])
  }

  private static func piece(_ tree: JSONTree) -> Piece? {
    func numbers(_ name: String) -> [Int]? {
      guard case .array(let items)? = tree.value(at: [.key(name)]) else { return nil }
      let numbers = items.compactMap { item in if case .int(let value) = item { value } else { nil }
      }
      return numbers.count == items.count ? numbers : nil
    }
    guard case .int(let number)? = tree.value(at: [.key("piece")]),
      case .int(let rollouts)? = tree.value(at: [.key("rollouts")]), let scores = numbers("scores"),
      isCount(rollouts)
    else { return nil }
    var piece = Piece(number: number)
    piece.rollouts = rollouts
    piece.scores = scores
    if case .array(let figures)? = tree.value(at: [.key("game")]) {
      piece.game = figures.map { figure in
        if case .int(let value) = figure { Int64(value) } else { nil }
      }
    }
    if case .string(let name)? = tree.value(at: [.key("restricted")]) {
      guard let counts = numbers("outcomes"), counts.count == 4, counts.allSatisfy(isCount) else {
        return nil
      }
      piece.restricted = StudyResults.Restricted(
        name: name,
        outcomes: PairedOutcomes(
          both: counts[0], lost: counts[1], gained: counts[2], neither: counts[3]))
    }
    return piece
  }

  /// Whether a number can count games; anybody can write a line with a hash that fits.
  private static func isCount(_ number: Int) -> Bool { (0...Saturating.limit).contains(number) }
}
