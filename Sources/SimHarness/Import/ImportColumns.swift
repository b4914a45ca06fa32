/// What the columns of a table of results are, from its header line.
struct ImportColumns {
  /// What a column is.
  enum Role: Equatable {
    case field(ImportRequest.Field)
    /// A place in `metrics`.
    case metric(Int)
    case ignored
  }

  /// A column that gives a metric.
  struct Metric {
    /// The column's name as it stands in the header line.
    var heading: String
    /// As conditions and other programs name it: lower-case letters, digits and `_`.
    var name: String
    var unit: String
    /// What to know about the name, where the heading is another one.
    var note: String?
  }

  private(set) var roles: [Role] = []
  private(set) var names: [String] = []
  private(set) var metrics: [Metric] = []
  private(set) var issues: [FileIssue] = []
  /// What to know about the columns, a sentence each.
  private(set) var notes: [String] = []

  private static let maxMetrics = 200

  /// Reads a header line.
  init(_ heading: [String], line: Int, request: ImportRequest) {
    names = heading
    let known = Set(heading.map { $0.lowercased() })
    var fields: [String: ImportRequest.Field] = [:]
    for field in ImportRequest.Field.allCases {
      var name = request.columns[field].map { $0.lowercased() } ?? field.rawValue
      // The tables that `report` writes call players agents.
      if field == .player, request.columns[field] == nil, !known.contains(name) { name = "agent" }
      // Of no use where all players count as one.
      let isSpare = field == .player && request.together != nil && request.columns[field] == nil
      if isSpare, fields[name] != nil { continue }
      if let duplicate = fields.updateValue(field, forKey: name), known.contains(name) {
        complain(
          line, name,
          "it is used twice, as \(duplicate) and as \(field); name another column with --map, or rename"
            + " this one in the file")
      }
    }
    check(request, known, line: line)
    let ignored = Set(request.ignored.map { $0.lowercased() })
    for (column, message) in CSVReader.repeated(in: heading) {
      complain(line, heading[column], message)
    }
    for (place, name) in heading.enumerated() {
      let key = name.lowercased()
      if name.isEmpty {
        roles.append(.ignored)
        notes.append("column \(place + 1) has no name and is left out")
        continue
      }
      // The rows' numbers, as pandas names them where it reads a file that it has written.
      if key.wholeMatch(of: /unnamed: [0-9]+/) != nil {
        roles.append(.ignored)
        notes.append("the column \(SafeText.named(name)) has no name of its own and is left out")
        continue
      }
      if ignored.contains(key) {
        roles.append(.ignored)
      } else if let field = fields[key] {
        roles.append(.field(field))
      } else if request.together != nil, key == "player" {
        roles.append(.ignored)
      } else if key == "hash" {
        // As in the tables that `report` writes.
        roles.append(.ignored)
        notes.append("the column 'hash' is left out: a hash is no figure")
      } else {
        roles.append(.metric(metrics.count))
        metrics.append(Metric(heading: name, column: place + 1))
      }
    }
    // A column that --map names and that is not there was reported.
    let missing = request.required.filter { field in
      !roles.contains(.field(field))
        && (request.columns[field] == nil || ignored.contains(field.rawValue))
    }
    if let field = missing.first(where: { ignored.contains($0.rawValue) }) {
      complain(
        line, "",
        "the column \(SafeText.named(field.rawValue)) is needed, and --ignore leaves it out; remove"
          + " it from --ignore")
    } else if let first = missing.first {
      let names = missing.map { SafeText.named($0.rawValue) }
      complain(
        line, "",
        (names.count == 1
          ? "the column \(names[0]) is missing"
          : "there are no columns \(names.joined(separator: ", "))")
          + "; add a header line, or name the column with --map \(first.rawValue)=COLUMN; found:"
          + " \(NearestName.list(heading))")
    }
    if metrics.count > Self.maxMetrics {
      complain(
        line, "",
        "there are \(metrics.count) further columns, and at most \(Self.maxMetrics) can be metrics;"
          + " leave some out with --ignore A,B")
    }
    nameMetrics(line: line)
  }

  /// The place of a field's column; nil if the table does not have it.
  func place(of field: ImportRequest.Field) -> Int? { roles.firstIndex(of: .field(field)) }

  private mutating func complain(_ line: Int, _ column: String, _ message: String) {
    issues.append(
      FileIssue(
        line: line, path: column.isEmpty ? "" : "column \(SafeText.named(column))",
        message: message))
  }

  /// Reports columns that the request names and the header line does not have.
  private mutating func check(_ request: ImportRequest, _ known: Set<String>, line: Int) {
    for field in ImportRequest.Field.allCases {
      guard let name = request.columns[field], !known.contains(name.lowercased()) else { continue }
      complain(
        line, field.rawValue,
        "--map: " + NearestName.complaint(about: name, called: "column", known: names))
    }
    for name in request.ignored where !known.contains(name.lowercased()) {
      complain(
        line, "", "--ignore: " + NearestName.complaint(about: name, called: "column", known: names))
    }
  }

  /// Makes sure that no two metrics, and no metric and another figure, have the same name.
  private mutating func nameMetrics(line: Int) {
    var taken: [String: String] = [:]
    for place in metrics.indices {
      if ReservedNames.contains(metrics[place].name) {
        metrics[place].rename(
          to: "imported_" + metrics[place].name, because: "the program has a figure with that name")
      }
      let metric = metrics[place]
      if let duplicate = taken.updateValue(metric.heading, forKey: metric.name),
        // A column that is there twice was reported as such.
        duplicate.lowercased() != metric.heading.lowercased()
      {
        complain(
          line, metric.heading,
          "it and the column \(SafeText.named(duplicate)) would both be the metric '\(metric.name)';"
            + " rename one, or leave it out with --ignore")
      }
    }
  }
}

extension ImportColumns.Metric {
  /// The metric of a column, whose place is counted from 1.
  ///
  /// The unit is what stands in brackets, such as `time (s)`, else what the name ends with, such as
  /// `time_s`. A heading without any letter or digit from ASCII is named after the place.
  init(heading: String, column: Int) {
    self.heading = heading
    var title = heading
    var bracketed: String?
    for (open, close) in [("(", ")"), ("[", "]")] where heading.hasSuffix(close) {
      guard let start = heading.lastIndex(of: Character(open)) else { continue }
      let inside = heading[heading.index(after: start)...].dropLast()
      guard !inside.isEmpty, inside.count <= 20, !heading[..<start].isEmpty else { continue }
      bracketed = String(inside)
      title = String(heading[..<start])
    }
    let plain = Self.plain(title)
    name = plain ?? ""
    unit = bracketed ?? Self.unit(of: name)
    if plain == nil {
      rename(to: "column_\(column)", because: "names of metrics have letters from a to z")
    }
  }

  /// Takes another name than that of the heading, and notes why.
  fileprivate mutating func rename(to name: String, because reason: String) {
    self.name = name
    note = "the column \(SafeText.named(heading)) is the metric '\(name)', because \(reason)"
  }

  /// Lower-case ASCII letters and digits, everything else as single `_`; nil if nothing is left.
  private static func plain(_ title: String) -> String? {
    var name = ""
    for scalar in title.lowercased().unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "_" {
        name += "_"
      }
    }
    while name.last == "_" { name.removeLast() }
    if name.isEmpty { return nil }
    name = String(name.prefix(maxNameLength))
    // A name that begins with a letter can be used in a condition.
    return name.first.map { $0.isLetter } ?? false ? name : "column_" + name
  }

  private static func unit(of name: String) -> String {
    let words = name.split(separator: "_").map(String.init)
    if let last = words.last, let unit = units[last], words.count > 1 || wholeWords.contains(last) {
      return unit
    }
    if let first = words.first, marks.contains(first), words.count > 1 { return "share" }
    return "units"
  }

  private static let maxNameLength = 60
  /// Beginnings of names of what is so or not.
  private static let marks: Set = ["is", "has", "did", "was", "used"]
  private static let wholeWords: Set = [
    "seconds", "minutes", "milliseconds", "points", "lives", "stars", "coins", "share", "percent",
  ]
  private static let units = [
    "s": "s", "sec": "s", "secs": "s", "seconds": "s", "ms": "ms", "milliseconds": "ms",
    "min": "min", "minutes": "min", "share": "share", "rate": "share", "ratio": "share",
    "percent": "%", "pct": "%", "px": "px", "points": "points", "lives": "lives",
    "stars": "stars", "coins": "coins",
  ]
}
