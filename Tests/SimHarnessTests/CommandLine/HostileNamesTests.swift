import Foundation
import Testing

@testable import Lab
@testable import SimHarness
@testable import TextFormats

/// Names are data and outputs are inert, whatever a level, player or script is called.
@Suite struct HostileNamesTests {
  /// Names as a level file may have them (control characters, and those that turn the text, it may
  /// not).
  static let names = [
    "../../../../tmp/escape", "/etc/passwd", "..", "-rf", "a/b", "~root",
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "]]><x/>&amp;",
    "=cmd|' /C calc'!A0", "=\u{301}1+1", "\u{3000}=1+1", "+1", "@SUM(A1)", "a,\u{301}b,c",
    "\"\u{301},x", "[x](javascript:alert(1))", "![x](http://x.example/y)", "`|`\\|",
    "http://x.example",
    "soft\u{AD}hyphen", "join\u{200D}er", "zero\u{200B}width", "tag\u{E0041}", "{{{name}}}",
    "{{name}}", "%s%n", "$(touch x)", "`touch x`", "'; DROP TABLE games; --",
  ]

  private static func level(_ name: String) -> String {
    let tree = JSONTree.string(name)
    return """
      {"format":"playtest-level","version":1,"game":"bubble-blast","shots":3,\
      "grid":["RRBB........"],"name":\(JSONWriter.compact(tree))}
      """
  }

  /// Scalars that no output may hold.
  private static func steering(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { SafeText.isUnsafe($0) && $0 != "\n" && $0 != "\t" }
  }

  @Test func everyOutputIsInert() throws {
    try Program.inFolder { root in
      let levels = root.appending(path: "levels")
      try FileManager.default.createDirectory(at: levels, withIntermediateDirectories: true)
      for (index, name) in Self.names.enumerated() {
        try Program.write(Self.level(name), to: "levels/\(index).json", in: root)
      }
      let run = "run levels --agents random --games 2 --quiet --out"
      var printed: [String] = []
      for line in [
        "playtest \(run) r", "playtest run levels --agents random --games 2 --out s --json",
        "playtest run levels --agents random --games 2 --out t",
        "playtest report r --format html,md,json,csv,ndjson,junit,vega",
        "playtest export r --moves", "playtest export r --moves --format ndjson",
        "playtest compare r s", "playtest compare r s --json",
        "playtest level list --levels levels",
        "playtest level show levels", "playtest level validate levels",
        "playtest replay r --agent random --index 0 --level '\\''; DROP TABLE games; --'",
      ] {
        let result = try Program.shell(line, in: root)
        printed += [result.output, result.errors]
      }
      printed.append(
        try Program.shell("playtest replay r --agent random --index 0 --level '=1'", in: root)
          .errors)
      for text in printed { #expect(Self.steering(text).isEmpty, "\(text.prefix(300))") }
      let folder = root.appending(path: "r")
      for name in try Program.files(in: folder) where !name.contains("sqlite") && name != ".lock" {
        let text = try Program.text(of: "r/\(name)", in: root)
        #expect(Self.steering(text).isEmpty, "\(name)")
        if name.hasSuffix(".html") {
          #expect(!text.contains("<script>alert") && !text.contains("<img src=x"), "\(name)")
        }
        if name.hasSuffix(".md") {
          // A bracket with a backslash before it is no link.
          let links = text.replacing("\\](", with: "")
          #expect(!links.contains("](javascript") && !text.contains("<img"), "\(name)")
        }
        if name.contains("junit") {
          let parser = XMLScan(text)
          #expect(parser.isWellFormed, "\(name)")
        }
      }
      // Nothing was written beside the three runs.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() == [
          "levels", "r", "s", "scripts", "t",
        ])
      #expect(!FileManager.default.fileExists(atPath: "/tmp/escape"))
    }
  }

  /// Every cell of a row stays one cell, and none is a formula.
  @Test(arguments: names)
  func aNameIsOneCellOfCSV(_ name: String) throws {
    let row = ExportLayout.csv.row(["a", "b"], [.text(name), .int(1)])
    let cells = Self.cells(of: row)
    #expect(cells.count == 2 && cells.last == "1", "\(row)")
    let first = try #require(cells.first?.unicodeScalars.first { !$0.properties.isWhitespace })
    #expect(!"=+-@|%".unicodeScalars.contains(first), "\(row)")
  }

  /// The cells of one line of RFC 4180, byte by byte as other programs read it.
  private static func cells(of row: String) -> [String] {
    var cells: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in row.utf8.dropLast() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        cells.append([])
      } else {
        cells[cells.count - 1].append(byte)
      }
    }
    return cells.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What JSON holds reads back as it was, and nothing in it steers.
  @Test(arguments: names)
  func jsonEscapesWhatSteers(_ name: String) throws {
    let text = JSONWriter.compact(.string(name))
    #expect(Self.steering(text).isEmpty)
    let read = try JSONReader.read(Array(text.utf8), file: "x") { $0.string() }
    #expect(Array(read.unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test func textForTheTerminalKeepsItsLines() {
    #expect(SafeText.lines("a\n\tb │ é") == "a\n\tb │ é")
    #expect(SafeText.lines("a\u{1B}[2J\u{202E}\r\u{9B}") == "a\\u{1B}[2J\\u{202E}\\u{D}\\u{9B}")
    #expect(SafeText.lines("a\r", keeping: "\r") == "a\r")
  }

  /// A file whose name holds terminal escapes is named without them.
  @Test func fileNamesAreEscapedOnStderr() throws {
    try Program.inFolder { root in
      try Program.write("{", to: "x\u{1B}[31m\u{202E}.json", in: root)
      try Program.write("print('hi') return {", to: "y\u{1B}[31m.lua", in: root)
      for line in [
        "playtest run *.json", "playtest level validate *.json", "playtest script check *.lua",
        "playtest replay *.json", "playtest compare *.json *.lua", "playtest check *.lua",
        "playtest tune *.json", "playtest report *.json", "playtest merge *.json --out m",
        "playtest \u{1B}[2J", "playtest run --agents '\u{1B}[2J' builtin:bubble-blast/\u{1B}",
      ] {
        let result = try Program.shell(line, in: root)
        #expect(result.code != 0, "\(line)")
        #expect(Self.steering(result.errors + result.output).isEmpty, "\(line): \(result.errors)")
      }
    }
  }

  // MARK: Paths

  @Test(arguments: ["/tmp/x", "..", "a/../../b", "../x"])
  func aTuneFileWritesBelowItsFolderOnly(_ path: String) throws {
    let text = """
      level: a.json
      out: "\(path)"
      parameters: [{path: shots, int: [2, 4]}]
      targets: [{metric: pass_rate, agent: random, aim: 0.5, tolerance: 0.1}]
      """
    #expect(throws: FileIssues.self) { try TuneFile(reading: Array(text.utf8), file: "t.yml") }
  }

  /// A link inside a scripts folder that leads out of it is as good as missing; the folder itself
  /// may be one.
  @Test func linksDoNotLeadOutOfTheScripts() throws {
    try Program.inFolder { root in
      let files = FileManager.default
      for folder in ["s/lib", "s/bubbles"] {
        try files.createDirectory(
          at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      try Program.write("return { secret = 1 }", to: "secret.lua", in: root)
      try Program.write("return { own = 1 }", to: "s/lib/own.lua", in: root)
      for place in ["s/lib/secret.lua", "s/bubbles/secret.lua"] {
        try files.createSymbolicLink(
          at: root.appending(path: place), withDestinationURL: root.appending(path: "secret.lua"))
      }
      try files.createSymbolicLink(
        at: root.appending(path: "s/lib/twin.lua"),
        withDestinationURL: root.appending(path: "s/lib/own.lua"))
      try files.createSymbolicLink(
        at: root.appending(path: "linked"), withDestinationURL: root.appending(path: "s"))
      for name in ["s", "linked"] {
        let library = ScriptLibrary(folder: root.appending(path: name).path)
        #expect(try library.modules().map(\.name) == ["lib/own.lua", "lib/twin.lua"])
        #expect(try library.source(of: .bubble, named: "secret") == nil)
        #expect(library.names(of: .bubble).isEmpty)
      }
    }
  }

  @Test(arguments: ["../x", "a/b", "..", "", "a.b", "a\u{0}b", "é", "a b"])
  func aScriptsNameIsNoPath(_ name: String) { #expect(!ScriptLibrary.isName(name)) }

  @Test(arguments: names)
  func aLevelsFileIsOnePlainName(_ name: String) {
    let file = LevelStore.fileName(for: name)
    #expect(file.utf8.allSatisfy { $0 != UInt8(ascii: "/") } && !file.hasPrefix("."))
    #expect(!file.hasPrefix("-") && file.hasSuffix(".json"))
  }
}

/// Whether a text is well-formed XML as far as tags and attributes go.
private struct XMLScan {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [String] = []
    var rest = Substring(text)
    var isFine = true
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " })
      if tag.hasPrefix("/") {
        isFine = isFine && open.popLast() == name
      } else {
        isFine = isFine && tag.count { $0 == "\"" } % 2 == 0
        open.append(name)
      }
    }
    isWellFormed = isFine && open.isEmpty && !rest.contains("<")
  }
}
