import Testing

@testable import SimHarness

/// Tables of results as they are read.
@Suite struct ImportedRowsTests {
  static func rows(
    _ text: String, _ request: ImportRequest = ImportRequest(), file: String = "r.csv"
  ) throws -> ImportedRows {
    var rest = Array(text.utf8)
    return try ImportedRows(
      reading: {
        defer { rest = [] }
        return rest
      }, file: file, request: request)
  }

  /// One description per row: level, player, game, end, score, moves, values.
  private static func shown(_ rows: ImportedRows) -> [String] {
    (0..<rows.count).map { row in
      let values = rows.values.map { $0[row].isNaN ? "-" : "\($0[row])" }
      return
        ([
          rows.levels[Int(rows.level[row])].name, rows.players[Int(rows.player[row])].name,
          "\(rows.game[row])", rows.end[row].rawValue, "\(rows.score[row])", "\(rows.moves[row])",
        ] + values).joined(separator: " ")
    }
  }

  @Test func onlyLevelPlayerAndPassedAreNeeded() throws {
    let rows = try Self.rows("player,passed,level\nann,1,A\nbo,no,A\nann,Lose,A\nann,,B\n")
    #expect(
      Self.shown(rows) == [
        "A ann 0 won 0 0", "A bo 0 lost 0 0", "A ann 1 lost 0 0", "B ann 0 ended 0 0",
      ])
    #expect(rows.levels.map(\.line) == [2, 5] && rows.levels.map(\.rows) == [3, 1])
    #expect(rows.metrics.isEmpty)
    #expect(
      rows.notes == [
        "the column 'passed' says nothing of 1 of 4 games, which no pass rate counts; correct it where"
          + " a game can be passed"
      ])
  }

  /// What `report` writes so that no spreadsheet takes it for a formula is read back.
  @Test func apostrophesBeforeFormulasAreNoPartOfNames() throws {
    let rows = try Self.rows("level,player,passed\n'=1+1,'@ann,1\n'quoted',x,1\n")
    #expect(rows.levels.map(\.name) == ["=1+1", "'quoted'"])
    #expect(rows.players.map(\.name) == ["@ann", "x"])
    let cell = ExportLayout.csv.text(of: .text("=1+1"))
    #expect(cell == "'=1+1" && ExportLayout.withoutApostrophe(cell) == "=1+1")
  }

  /// Names of metrics are ASCII.
  @Test func columnsInOtherAlphabetsHaveNumbers() throws {
    let rows = try Self.rows("level,player,passed,時間,得点,Länge\nA,x,1,5,6,7\n")
    #expect(rows.metrics.map(\.name) == ["column_4", "column_5", "l_nge"])
    #expect(
      rows.notes == [
        "the column '時間' is the metric 'column_4', because names of metrics have letters from a to z",
        "the column '得点' is the metric 'column_5', because names of metrics have letters from a to z",
      ])
  }

  /// With decimal commas `1.000` is a thousand to most people.
  @Test func pointsThatMayGroupThousandsAreRefused() throws {
    let head = "level;player;passed;score;time\n"
    let problem = FileIssue(
      line: 3, path: "column 'score'",
      message: "\"1.000\" may have a decimal point or group thousands, in a file with decimal"
        + " commas; write it without the point")
    #expect(throws: FileIssues(file: "r.csv", issues: [problem])) {
      try Self.rows(head + "A;x;1;7;2,5\nA;x;1;1.000;3,5\nA;x;1;2.000;3\n")
    }
    // One of both alone is clear.
    #expect(try Self.rows(head + "A;x;1;1.000;2.5\n").score == [1])
    #expect(try Self.rows(head + "A;x;1;1000;2,5\n").score == [1000])
    // Without a decimal point or comma anywhere nothing says what the points are.
    let alone = #expect(throws: FileIssues.self) { try Self.rows(head + "A;x;1;1.000;2\n") }
    #expect(
      alone?.lines == [
        "r.csv:2: column 'score': \"1.000\" may have a decimal point or group thousands, where"
          + " commas do not separate; write it without the point"
      ])
  }

  /// The same the other way around; nobody writes a whole number with a comma and three zeros.
  @Test func commasThatMayGroupThousandsAreRefused() throws {
    let head = "level;player;passed;score;time\n"
    func issues(_ rows: String) -> [String] {
      let issues = #expect(throws: FileIssues.self) { try Self.rows(head + rows) }
      return issues?.lines ?? []
    }
    #expect(
      issues("A;x;1;1,000;2,5\n") == [
        "r.csv:2: column 'score': \"1,000\" may have a decimal comma or group thousands, where"
          + " commas do not separate; write it without the comma"
      ])
    #expect(
      issues("A;x;1;7;2.5\nA;x;1;7;1,250\n") == [
        "r.csv:3: column 'time': \"1,250\" may have a decimal comma or group thousands, in a file"
          + " with decimal points; write it without the comma"
      ])
    // Decimal commas alone are clear.
    let rows = try Self.rows(head + "A;x;1;7;2,5\nA;x;1;7;1,250\n")
    #expect(rows.values == [[2.5, 1.25]])
  }

  /// Between tabs, too, and without two lines for one cell.
  @Test func tabsSeparateLikeSemicolons() throws {
    let head = "level\tplayer\tpassed\tscore\ttime\n"
    #expect(try Self.rows(head + "A\tx\t1\t7\t2,5\n").values == [[2.5]])
    for cell in ["2.000", "1.234", "1.234.567"] {
      let issues = #expect(throws: FileIssues.self) {
        try Self.rows(head + "A\tx\t1\t\(cell)\t1\n")
      }
      #expect(
        issues?.lines == [
          "r.csv:2: column 'score': \"\(cell)\" may have a decimal point or group thousands, where"
            + " commas do not separate; write it without the point"
        ])
    }
  }

  /// What may have been meant otherwise is read, with a note.
  @Test(arguments: [("1.234", "point", 1.234), ("-1,234", "comma", -1.234)])
  func numbersThatMayBeThousandsAreNoted(_ cell: String, _ mark: String, _ value: Double) throws {
    let rows = try Self.rows("level;player;passed;coins\nA;x;1;57\nA;x;0;\(cell)\n")
    #expect(rows.values == [[57, value]])
    #expect(
      rows.notes == [
        "the column 'coins': \"\(cell)\" (line 3) is read with a decimal \(mark); if it groups"
          + " thousands, write it without the \(mark)"
      ])
  }

  /// Files that were put together have a header line each.
  @Test func aHeaderLineInTheMiddleIsRefused() throws {
    let issues = #expect(throws: FileIssues.self) {
      try Self.rows("level,player,passed\nA,x,1\nlevel,player,passed\nB,x,0\n")
    }
    #expect(issues?.lines == ["r.csv:3: this is the header line again; remove it"])
  }

  /// Spreadsheets write rows of nothing below a table.
  @Test func emptyRowsAreSkipped() throws {
    let rows = try Self.rows("level;player;passed;score\r\nA;x;1;5\r\n;;;\r\n;;\r\nA;x;0;6\r\n")
    #expect(rows.score == [5, 6] && rows.line == [2, 5])
  }

  /// A game of which nothing says whether it was passed counts in no rate, unless the file says so.
  @Test func gamesWithoutAResultAreNoted() throws {
    let head = "level,player,Won\n"
    var request = ImportRequest()
    request.columns = [.passed: "won"]
    func notes(_ cells: String...) throws -> [String] {
      try Self.rows(head + cells.map { "A,x,\($0)\n" }.joined(), request).notes
    }
    #expect(
      try notes("1", "NULL", "", "0") == [
        "the column 'Won' says nothing of 2 of 4 games, which no pass rate counts; correct it where a"
          + " game can be passed"
      ])
    #expect(try notes("1", "ended", "0") == [] && notes("", "NaN") == [])
  }

  @Test func columnsOfNothingAreNoted() throws {
    let rows = try Self.rows("Unnamed: 0,level,player,passed,coins\n0,A,x,1,\n1,A,x,1,nan\n")
    #expect(rows.metrics.isEmpty)
    #expect(
      rows.notes == [
        "the column 'Unnamed: 0' has no name of its own and is left out",
        "the column 'coins' is empty and is left out",
      ])
  }

  /// The report of many pairs is large.
  @Test func manyPairsAreNoted() throws {
    func notes(levels: Int) throws -> [String] {
      let rows = (0..<levels).flatMap { level in (0..<100).map { "\(level),p\($0),1\n" } }
      return try Self.rows("level,player,passed\n" + rows.joined()).notes
    }
    #expect(try notes(levels: 20) == [])
    #expect(
      try notes(levels: 21) == [
        "21 levels with 100 players are 2,100 pairs, and the report has figures for each; to count the"
          + " players as one, pass --together people"
      ])
  }

  /// Whether a column of texts and numbers is wrong does not depend on which comes first.
  @Test(arguments: [["abc", "5", "6"], ["5", "abc", "6"], ["5", "6", "abc"], ["abc", "x", "6"]])
  func aColumnOfNumbersAndTextIsRefused(cells: [String]) throws {
    let line = try #require(cells.firstIndex(of: "abc")) + 2
    let text = "level,player,passed,m\n" + cells.map { "A,x,1,\($0)\n" }.joined()
    let problem = FileIssue(
      line: line, path: "column 'm'",
      message: "expected a number or nothing, found \"abc\""
        + (cells.contains("x") ? ", and text in 1 more cell" : "")
        + "; correct it, or leave the column out with --ignore m")
    #expect(throws: FileIssues(file: "r.csv", issues: [problem])) { try Self.rows(text) }
  }

  /// The option can be pasted into a shell.
  @Test func aColumnToBeLeftOutIsQuoted() throws {
    let issues = #expect(throws: FileIssues.self) {
      try Self.rows("level,player,passed,time (s)\nA,x,1,5\nA,x,1,abc\n")
    }
    #expect(
      issues?.lines == [
        "r.csv:3: column 'time (s)': expected a number or nothing, found \"abc\"; correct it, or"
          + " leave the column out with --ignore 'time (s)'"
      ])
    let comma = #expect(throws: FileIssues.self) {
      try Self.rows("level,player,passed,\"a,b\"\nA,x,1,5\nA,x,1,abc\n")
    }
    #expect(
      comma?.lines.first?.hasSuffix("found \"abc\"; correct it, or remove the column") == true)
  }

  @Test func aColumnOfTextsAloneIsLeftOut() throws {
    let rows = try Self.rows("level,player,passed,m\nA,x,1,\nA,x,1,abc\nA,x,1,de\n")
    #expect(rows.metrics.isEmpty && rows.values.isEmpty)
    #expect(rows.notes == ["the column 'm' holds text, such as \"abc\", and is left out"])
  }

  @Test func namesThatLookAlikeAreNoted() throws {
    let text = "level,player,passed\nHigh  Tide,Ann,1\nhigh tide,Bo,1\nLow,\"Ann \",1\nLow,bo,1\n"
    #expect(
      try Self.rows(text).notes == [
        "the levels 'High  Tide' (line 2) and 'high tide' (line 3) differ only in spaces or capital"
          + " letters and are counted apart; write them alike if they are the same",
        "the players 'Ann' (line 2) and 'Ann ' (line 4) differ only in spaces or capital letters and"
          + " are counted apart; write them alike if they are the same",
      ])
    #expect(try Self.rows("level,player,passed\nA,Ann,1\nB,Anna,1\nA,Ann,0\n").notes.isEmpty)
  }

  @Test func furtherColumnsAreMetrics() throws {
    let rows = try Self.rows(
      """
      level;player;game;passed;score;moves;time (s);Boosts used;device;is_paid;skipped;ratio;end;all
      A;ann;7;TRUE;1200.0;30;12,5;2;phone;1;true;0,25;3;
      A;ann;5;0.0;-3;31;NaN;;tablet;0;FALSE;1;4;

      """)
    #expect(
      Self.shown(rows) == [
        "A ann 7 won 1200 30 12.5 2.0 1.0 1.0 0.25 3.0",
        "A ann 5 lost -3 31 - - 0.0 0.0 1.0 4.0",
      ])
    #expect(
      rows.metrics.map { "\($0.name) \($0.unit) \($0.kind.rawValue)" } == [
        "time s real", "boosts_used units count", "is_paid share rate", "skipped share rate",
        "ratio units real", "imported_end units count",
      ])
    #expect(
      rows.notes == [
        "the column 'end' is the metric 'imported_end', because the program has a figure with that"
          + " name",
        "the column 'device' holds text, such as \"phone\", and is left out",
        "the column 'all' is empty and is left out",
      ])
    // Rows of a cell come in the order of their games.
    #expect(rows.cells().map { Array($0.rows) } == [[1, 0]])
    // The name of a column that is left out is nobody's concern.
    #expect(
      try Self.rows("level,player,passed,end,結果\nA,ann,1,won,よし\n").notes == [
        "the column 'end' holds text, such as \"won\", and is left out",
        "the column '結果' holds text, such as \"よし\", and is left out",
      ])
  }

  @Test func columnsCanBeMappedIgnoredAndPlayersCountedTogether() throws {
    var request = ImportRequest()
    request.columns = [.level: "Stage", .player: "user", .passed: "result"]
    request.ignored = ["session"]
    let text = "stage,user,result,session,level\nA,ann,win,x1,3\nA,bo,lose,9,4\n"
    let rows = try Self.rows(text, request)
    #expect(Self.shown(rows) == ["A ann 0 won 0 0 3.0", "A bo 0 lost 0 0 4.0"])
    #expect(rows.metrics.map(\.name) == ["imported_level"])
    request.together = "people"
    request.columns[.player] = nil
    let together = try Self.rows(text.replacing("user", with: "player"), request)
    #expect(Self.shown(together) == ["A people 0 won 0 0 3.0", "A people 1 lost 0 0 4.0"])
  }

  /// The hash is that of the results and not of how they are written.
  @Test func theHashIsThatOfTheResults() throws {
    let rows = try Self.rows("level,player,passed,time_s\nA,ann,1,2.5\n")
    let same = try Self.rows("\u{FEFF}level;player;passed;time_s\r\n\"A\";ann;true;2,5\r\n")
    let other = try Self.rows("level,player,passed,time_s\nA,ann,1,2.25\n")
    #expect(rows.digest == same.digest)
    #expect(rows.digest != other.digest)
  }

  // MARK: Broken files

  /// A name in words, the text, and the columns left out.
  private static let broken: [(name: String, text: String, request: ImportRequest)] = {
    let head = "level,player,game,passed,score,moves,time_s\n"
    func rows(_ text: String) -> String { head + "A,ann,0,1,10,5,1.5\n" + text + "\n" }
    var mapped = ImportRequest()
    mapped.columns = [.level: "stagee"]
    mapped.ignored = ["devise"]
    func mapping(_ columns: [ImportRequest.Field: String]) -> ImportRequest {
      var request = ImportRequest()
      request.columns = columns
      return request
    }
    let long = String(repeating: "x", count: 201)
    let many = (0...200).map { "A,p\($0),1\n" }.joined()
    return [
      ("empty", "", .init()),
      ("no rows", head, .init()),
      ("no header line", "A,ann,1\nA,bo,0\n", .init()),
      ("a column is missing", "level,player,result\nA,ann,1\n", .init()),
      ("two columns of a name", "level,player,passed,Level\nA,ann,1,B\n", .init()),
      ("a metric twice", "level,player,passed,time,Time\nA,ann,1,2,3\n", .init()),
      ("two metrics of a name", "level,player,passed,time s,time_s\nA,ann,1,2,3\n", .init()),
      ("mapped columns are missing", "stage,player,passed,device\nA,ann,1,x\n", mapped),
      ("a column for two fields", "player,passed\nann,1\n", mapping([.level: "player"])),
      ("a column twice on the map", rows("A,bo,0,1,10,5,1.5"), mapping([.level: "score"])),
      (
        "a column twice, by another name", "agent,passed,level\nann,1,A\n",
        mapping([.level: "agent"])
      ),
      ("lines of JSON", "{\"level\":\"A\",\"player\":\"ann\",\"passed\":1}\n", .init()),
      ("a list of JSON", "[\n  {\"level\": \"A\"}]\n", .init()),
      ("a score that is no number", rows("A,bo,0,1,NaN,5,1.5"), .init()),
      ("moves that are not there", rows("A,bo,0,1,10,null,1.5"), .init()),
      ("a score of 19 digits", rows("A,bo,0,1,1000000000000000000,5,1.5"), .init()),
      ("too few fields", rows("A,bo,0,1"), .init()),
      ("too many fields", rows("A,bo,0,1,10,5,1.5,7"), .init()),
      ("an open quote", rows("\"A,bo,0,1,10,5,1.5"), .init()),
      ("text after a quote", rows("\"A\"x,bo,0,1,10,5,1.5"), .init()),
      ("passed is no mark", rows("A,bo,0,maybe,10,5,1.5"), .init()),
      ("a score with a fraction", rows("A,bo,0,1,10.5,5,1.5"), .init()),
      ("a score without a number", rows("A,bo,0,1,,5,1.5"), .init()),
      ("a score beyond all", rows("A,bo,0,1,1e300,5,1.5"), .init()),
      ("a score that is not finite", rows("A,bo,0,1,inf,5,1.5"), .init()),
      ("negative moves", rows("A,bo,0,1,10,-5,1.5"), .init()),
      ("a game's number is text", rows("A,bo,first,1,10,5,1.5"), .init()),
      ("a game's number is twice", rows("A,ann,0,1,11,6,1.5"), .init()),
      ("a metric is infinite", rows("A,bo,0,1,10,5,Infinity"), .init()),
      ("a metric is too large", rows("A,bo,0,1,10,5,3e9"), .init()),
      ("a whole metric is too large", rows("A,bo,0,1,10,5,9999999999999999"), .init()),
      ("a metric turns into text", rows("A,bo,0,1,10,5,fast"), .init()),
      ("no level", rows(",bo,0,1,10,5,1.5"), .init()),
      ("no player", rows("A,  ,0,1,10,5,1.5"), .init()),
      ("a level of blanks", rows("\"  \",bo,0,1,10,5,1.5"), .init()),
      ("a name is too long", rows("\(long),bo,0,1,10,5,1.5"), .init()),
      ("too many players", "level,player,passed\n" + many, .init()),
      ("a zero byte", rows("A,b\u{0}o,0,1,10,5,1.5"), .init()),
      ("hidden text in what is shown", rows("A,bo,0,\u{202E}\u{1B}[31m,10,5,1.5"), .init()),
    ]
  }()

  /// Every broken file is one line: file, line, column, what is wrong, what to do.
  @Test func brokenFilesAreNamed() throws {
    var text = ""
    for (name, broken, request) in Self.broken {
      let issues = #expect(throws: FileIssues.self, "\(name)") { try Self.rows(broken, request) }
      let lines = issues?.lines ?? []
      #expect(lines.count == (name.contains("columns are") ? 2 : 1), "\(name): \(lines)")
      text += "\(name):\n" + lines.map { "  \($0)\n" }.joined()
    }
    try Golden.expect(text, at: "\(Golden.folder)/Import/broken.txt")
  }

  @Test func aBinaryFileIsNamed() throws {
    func lines(_ bytes: [UInt8]) throws -> [String] {
      var rest = bytes
      let issues = #expect(throws: FileIssues.self) {
        try ImportedRows(
          reading: {
            defer { rest = [] }
            return rest
          }, file: "r.csv", request: ImportRequest())
      }
      return issues?.lines ?? []
    }
    let head = Array("level,player,passed\n".utf8)
    #expect(
      try lines([0xFF, 0xFE, 0x61, 0])
        == ["r.csv:1: the text is UTF-16; save the file as UTF-8"])
    #expect(
      try lines(head + [0x41, 0x2C, 0xFF, 0x2C, 0x31])
        == ["r.csv:2: column 'player': the text is not valid UTF-8; save the file as UTF-8"])
    #expect(
      try lines([0x1F, 0x8B, 8, 0]) == [
        "r.csv:1: the file is compressed with gzip; unpack it, as with zcat FILE | playtest import -"
      ])
    #expect(
      try lines([0x50, 0x4B, 3, 4, 0x14]) == [
        "r.csv:1: the file is a zip archive, as Excel's workbooks are; save the table as CSV in UTF-8"
      ])
    #expect(
      try lines([0xC3, 0x28] + head)
        == ["r.csv:1: the header line is not valid UTF-8; save the file as UTF-8"])
  }

  /// A file with an error per row gives 20 lines, however long it is.
  @Test func manyErrorsAreTwentyLines() throws {
    let text = "level,player,passed\n" + String(repeating: "A,ann,x\n", count: 3000)
    let issues = #expect(throws: FileIssues.self) { try Self.rows(text) }
    #expect(issues?.lines.count == 21)
    #expect(issues?.lines.last == "and 980 more")
  }
}
