/// What people reached on some levels: `level,attempts,passes`, a line a level.
public struct HumanResults: Sendable, Equatable {
  /// One level's attempts and how many of them passed it.
  public struct Entry: Sendable, Equatable {
    /// The level's name, id or file name: user text.
    public var level: String
    public var attempts: Int
    public var passes: Int
    /// The line it stands on, from 1.
    public var line: Int
  }

  public let entries: [Entry]

  private static let columns = ["level", "attempts", "passes"]
  private static let mostBytes = 16 << 20

  /// Reads a CSV file: a heading with the three columns in any order, others being left aside.
  /// - Throws: Everything that is wrong with it, by line.
  public init(reading bytes: [UInt8], file: String) throws(FileIssues) {
    var issues: [FileIssue] = []
    func complain(_ line: Int, _ message: String) {
      issues.append(FileIssue(line: line, path: "", message: message))
    }
    var entries: [Entry] = []
    var lineOfLevel: [String: Int] = [:]
    var places: [Int] = []
    if bytes.count > Self.mostBytes {
      complain(1, "the file is larger than 16 MiB; split it")
    } else if let text = String(validating: bytes, as: UTF8.self) {
      let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
      for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
        guard let fields = Self.fields(line) else {
          complain(number + 1, "a quote is not closed; close it on the same line")
          continue
        }
        if places.isEmpty {
          let names = fields.map { $0.lowercased() }
          let found = Self.columns.map { names.firstIndex(of: $0) }
          if let missing = found.firstIndex(of: nil) {
            complain(
              number + 1,
              "there is no column '\(Self.columns[missing])'; write the heading"
                + " level,attempts,passes")
            break
          }
          places = found.compactMap { $0 }
          continue
        }
        Self.read(fields, places, line: number + 1, into: &entries, &lineOfLevel, complain)
      }
      if issues.isEmpty && places.isEmpty {
        complain(1, "the file is empty; write the heading level,attempts,passes")
      } else if issues.isEmpty && entries.isEmpty {
        complain(1, "there are no results; write a line for each level")
      }
    } else {
      complain(1, "the text is not valid UTF-8; save it as UTF-8")
    }
    guard issues.isEmpty else { throw FileIssues(file: file, issues: issues) }
    self.entries = entries
  }

  private static func read(
    _ fields: [String], _ places: [Int], line: Int, into entries: inout [Entry],
    _ lines: inout [String: Int], _ complain: (Int, String) -> Void
  ) {
    guard let last = places.max(), fields.count > last else {
      complain(line, "\(fields.count) column(s), fewer than the heading has; add the missing ones")
      return
    }
    let level = fields[places[0]]
    guard !level.isEmpty else { return complain(line, "the level is empty; name one") }
    guard let attempts = Int(fields[places[1]]), (1...1_000_000_000).contains(attempts) else {
      return complain(
        line,
        "attempts: expected a whole number from 1, found "
          + SafeText.quoted(fields[places[1]], limit: 40))
    }
    guard let passes = Int(fields[places[2]]), (0...attempts).contains(passes) else {
      return complain(
        line,
        "passes: expected a whole number from 0 to the attempts, found "
          + SafeText.quoted(fields[places[2]], limit: 40))
    }
    if let earlier = lines[level] {
      return complain(
        line, "\(SafeText.quoted(level, limit: 60)) is on line \(earlier) already; add the two up")
    }
    lines[level] = line
    entries.append(Entry(level: level, attempts: attempts, passes: passes, line: line))
  }

  /// The fields of a line, without spaces around them; nil where a quote is not closed.
  ///
  /// Quoted ones may hold commas and doubled quotes.
  private static func fields(_ line: Substring) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuoted = false
    func end() {
      while !wasQuoted, field.last?.isWhitespace == true { field.removeLast() }
      fields.append(field)
      field = ""
      wasQuoted = false
    }
    var next = line.startIndex
    while next < line.endIndex {
      let character = line[next]
      next = line.index(after: next)
      if isQuoted {
        if character != "\"" {
          field.append(character)
        } else if next < line.endIndex, line[next] == "\"" {
          field.append(character)
          next = line.index(after: next)
        } else {
          isQuoted = false
        }
      } else if character == "\"", field.isEmpty {
        isQuoted = true
        wasQuoted = true
      } else if character == "," {
        end()
      } else if !(field.isEmpty && character.isWhitespace), character != "\u{FEFF}" {
        if !(wasQuoted && character.isWhitespace) { field.append(character) }
      }
    }
    guard !isQuoted else { return nil }
    end()
    return fields
  }
}
