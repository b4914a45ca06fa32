import Testing

@testable import SimHarness
@testable import TextFormats

/// What holds for every text: round trips lose nothing, and no bytes make the parser trap.
@Suite struct JSONPropertyTests {
  private static let sample = """
    {
      "format": "playtest-level", "version": 1, "näme": "First \\u00e9 \\ud83d\\ude00 Stéps 😀",
      "shots": 30, "scale": -1.5e-3, "big": 18446744073709551615,
      "spawn": {"weights": {"red": 1, "blue": 0.25}, "onlyPresent": true},
      "grid": ["RRGGBB", "RRGGB\\n", ""], "goal": null, "swap": false,
      "objects": [{"kind": "peg", "x": 1e2, "y": -0}, [[], {}], "\\"\\\\\\/"]
    }
    """

  @Test func randomTreesRoundTrip() throws {
    var random = JSONRandom(seed: 1)
    for _ in 0..<5_000 {
      let tree = random.tree()
      let compact = JSONWriter.compact(tree)
      let pretty = JSONWriter(.pretty, isMarkupSafe: true).text(tree)
      for text in [compact, pretty] {
        let result = JSONParser.parse(text)
        try #require(result.issues.isEmpty, "\(result.issues) in \(text)")
        let read = JSONTree(try #require(result.value))
        try #require(read == tree, "\(text)")
        try #require(JSONWriter.compact(read) == compact)
      }
      try #require(!compact.contains("\n"))
      try #require(!pretty.contains("<"))
    }
  }

  @Test func mutatedTextsNeverTrap() throws {
    var random = JSONRandom(seed: 2)
    let marks = Array("{}[]\",:\\u0dD8e+-./'#\n\r\t ".utf8)
    let interesting = marks + [0, 0x80, 0xC3, 0xED, 0xF4, 0xFF]
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0...random.number(below: 4) {
        let place = random.number(below: bytes.count)
        let byte =
          random.number(below: 2) == 0
          ? interesting[random.number(below: interesting.count)]
          : UInt8(truncatingIfNeeded: random.next())
        switch random.number(below: 3) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      let result = JSONParser.parse(bytes)
      try #require(result.value != nil || !result.issues.isEmpty)
      refused += result.value == nil ? 1 : 0
      for issue in result.issues {
        try #require((1...12).contains(issue.line))
        try #require(issue.message.contains("; "))
        try #require(issue.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      }
    }
    #expect(refused > 10_000)
  }

  @Test func randomBytesNeverTrap() {
    var random = JSONRandom(seed: 3)
    for _ in 0..<5_000 {
      let bytes = (0..<random.number(below: 40)).map { _ in
        UInt8(truncatingIfNeeded: random.next())
      }
      let result = JSONParser.parse(bytes)
      #expect((result.value == nil) == !result.issues.isEmpty)
    }
  }

  @Test func everyTruncationIsAnError() throws {
    let bytes = Array(Self.sample.utf8)
    #expect(JSONParser.parse(bytes).issues.isEmpty)
    for count in 0..<bytes.count {
      let result = JSONParser.parse(Array(bytes[..<count]))
      try #require(result.value == nil)
      try #require(result.issues.count == 1)
    }
  }
}
