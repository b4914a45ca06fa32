import Testing

@testable import SimHarness

/// Bytes from a terminal and the keys that they are.
@Suite struct KeyDecoderTests {
  /// What is typed, as terminals send it.
  private static let cases: [(bytes: String, keys: [TerminalKey])] = [
    ("a Q", [.character("a"), .character(" "), .character("Q")]),
    (
      "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D",
      TerminalKey.Direction.inOrder.map { .arrow($0, isFine: false) }
    ),
    ("\u{1B}OA\u{1B}OD", [.arrow(.up, isFine: false), .arrow(.left, isFine: false)]),
    ("\u{1B}[1;2C\u{1B}[1;5D", [.arrow(.right, isFine: true), .arrow(.left, isFine: true)]),
    ("\u{1B}[1C", [.arrow(.right, isFine: false)]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{3}\u{1A}\u{C}", [.interrupt, .suspend, .redraw]),
    ("é€", [.character("é"), .character("€")]),
    ("\u{1B}[<0;10;5M", [.click(column: 9, row: 4)]),
    // A release, the wheel, the third button, a move with the button down.
    ("\u{1B}[<0;10;5m\u{1B}[<64;1;1M\u{1B}[<2;1;1M\u{1B}[<32;1;1M", []),
    // Function keys, Alt with a key, other control characters.
    ("\u{1B}[15~\u{1B}OP\u{1B}xb\u{1}", [.character("b")]),
    ("\u{1B}\u{1B}[A", [.escape, .arrow(.up, isFine: false)]),
    // What is pasted, however long; Control-C alone counts.
    ("a\u{1B}[200~hello\r\u{1B}[A\u{1B}[201~b", [.character("a"), .character("b")]),
    ("\u{1B}[200~ä q y\u{3}y\u{1B}[201~z", [.interrupt, .character("z")]),
  ]

  @Test(arguments: cases.indices) func aTextIsTheseKeys(_ number: Int) {
    let (text, keys) = Self.cases[number]
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: Array(text.utf8)) == keys)
    #expect(!decoder.isWaiting)
    // However the bytes are cut into pieces.
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var pieces = KeyDecoder()
      let found = pieces.keys(in: Array(bytes[..<cut])) + pieces.keys(in: Array(bytes[cut...]))
      #expect(found == keys, "cut at \(cut)")
    }
    var single = KeyDecoder()
    #expect(bytes.flatMap { single.keys(in: [$0]) } == keys)
  }

  @Test func aLoneEscapeIsAKeyOnceNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.keys(in: Array("[A".utf8)) == [.character("["), .character("A")])
    // The start of another sequence is nothing.
    #expect(decoder.keys(in: Array("\u{1B}[1;".utf8)).isEmpty)
    #expect(decoder.flush().isEmpty)
  }

  /// Whatever comes, keys that follow are understood again.
  @Test func noiseIsSkipped() {
    var random = SeededRandom(key: StreamKey(rawValue: 5))
    for _ in 0..<3000 {
      var decoder = KeyDecoder()
      let noise = (0..<random.below(60)).map { _ in UInt8(random.below(256)) }
      _ = decoder.keys(in: noise)
      _ = decoder.flush()
      #expect(
        decoder.keys(in: Array("x\u{1B}[A".utf8)).suffix(2) == [
          .character("x"), .arrow(.up, isFine: false),
        ])
    }
  }
}

extension TerminalKey.Direction {
  /// In the order of the control sequences' letters.
  fileprivate static let inOrder: [Self] = [.up, .down, .right, .left]
}
