import Testing

@testable import EngineGames
@testable import SimHarness
@testable import SimHarnessTesting
@testable import TextFormats

/// What is read straight from the bytes of an answer is what its JSON says.
@Suite struct AnswerReaderTests {
  private static func spec() throws -> GameSpec {
    try GameSpec(
      ofEngine: "fuzz",
      [
        "move": [["a", -3, 3], ["b", 0, 9]], "events": ["hit": "hits taken"],
        "reasons": ["poor", "no way"],
      ], hasPicture: false)
  }

  private static func reader(_ text: String) throws -> AnswerReader {
    let bytes = Array(text.utf8)
    return AnswerReader(bytes, count: bytes.count, AnswerForm(try spec()))
  }

  /// How both readers see a text of answer 1 whose last result is the look.
  private func looks(_ text: String) throws -> [EngineLook]? {
    let value = try #require(JSONParser.parse(text).value)
    #expect(EngineAnswers.difference(Array(text.utf8), value) == nil, "\(text)")
    let count = try #require(value["r"]?.elements?.count)
    var reader = try Self.reader(text)
    return reader.looks(id: 1, count: count) { $0 == count - 1 }?.looks
  }

  @Test(arguments: [
    #"{"id":1,"r":[{"score":0,"moves":[[-3,0],[3,9]]}]}"#,
    #"{"id": 1, "r": [null, {"score": -12, "moves": [[0, 1]], "end": null}]}"#,
    #"{"id":1,"r":[{"moves":[],"end":"won","score":999999999999999}]} "# + "\r",
    #"{"id":1,"r":[{"score":7,"moves":[[9,9]],"end":"ended"}]}"#.replacing("[9,9]", with: "[1,9]"),
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"events":[["hit",2],"hit",["hit"],["hit",-4]]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"worth":12.5,"events":[]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"worth":-0.30000000000001,"events":null}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"worth":null,"hash":["00000000000000ff","0123456789abcdef"]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"worth":0,"hash":["00000000000000FF"]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"lost","reason":"no way"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"reason":"poor","end":"lost"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"lost","reason":null}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"won","reason":"poor"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[1,2]],"reason":"poor"}]}"#,
  ]) func aUsualLookIsRead(_ text: String) throws {
    let look = try #require(try looks(text)).last
    let value = try #require(JSONParser.parse(text).value?["r"]?.elements?.last)
    var isBare = false
    #expect(look == (try EngineLook(value, Self.spec(), usesBareMoves: &isBare)))
  }

  @Test(arguments: [
    #"{"id":2,"r":[{"score":0,"moves":[[0,0]]}]}"#, #"{"id":1,"r":[]}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,0]]}],"error":null}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,0]]},null]}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,0]]}]}x"#,
    #"{"id":1,"r":[{"score":0,"moves":[]}]}"#, #"{"id":1,"r":[{"score":0}]}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,10]]}]}"#, #"{"id":1,"r":[{"score":0,"moves":[[0]]}]}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,0,0]]}]}"#, #"{"id":1,"r":[{"score":0,"moves":[0]}]}"#,
    #"{"id":1,"r":[{"score":0,"moves":[[0,0],]}]}"#,
    #"{"id":1,"r":[{"score":1.5,"moves":[[0,0]]}]}"#,
    #"{"id":1,"r":[{"score":01,"moves":[[0,0]]}]}"#,
    #"{"id":1,"r":[{"score":-0,"moves":[[0,0]]}]}"#,
    #"{"id":1,"r":[{"score":1000000000000001,"moves":[[0,0]]}]}"#,
    #"{"id":1,"r":[{"score":1,"score":1,"moves":[[0,0]]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"note":1}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"end":"later"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"events":["miss"]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"lost","reason":"po"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"lost","reason":"poorer"}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[],"end":"lost","reason":3}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"worth":NaN}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"worth":0.1234567890123456}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"worth":1e3}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"hash":["00000000000000+f"]}]}"#,
    #"{"id":1,"r":[{"score":1,"moves":[[0,0]],"hash":["11223344556677889"]}]}"#,
  ]) func whatIsUnusualIsLeftToTheJSON(_ text: String) throws {
    var reader = try Self.reader(text)
    let found = reader.looks(id: 1, count: 1) { _ in true }
    #expect(found == nil)
  }

  /// To a game that declares no reasons, and before its end, a reason is a member that is not known.
  @Test func aReasonThatNobodyAskedForIsIgnored() throws {
    let spec = try GameSpec(ofEngine: "fuzz", ["move": [["a", -3, 3]]], hasPicture: false)
    var isBare = false
    for text in [
      #"{"score":1,"moves":[],"end":"lost","reason":"tired"}"#,
      #"{"score":1,"moves":[],"end":"lost","reason":["tired"]}"#,
    ] {
      let look = try EngineLook(
        #require(JSONParser.parse(text).value), spec, usesBareMoves: &isBare)
      #expect(look.ending == .lost && look.reason == nil)
    }
    let going = #"{"score":1,"moves":[[0,0]],"reason":"tired"}"#
    let look = try EngineLook(
      #require(JSONParser.parse(going).value), Self.spec(), usesBareMoves: &isBare)
    #expect(look.reason == nil)
  }

  @Test func whatTryAnswersIsRead() throws {
    let text =
      #"{"id":1,"r":[null,[[5],[0,"lost"],[-7,null,12.5],[1,"won",null,"00000000000000ff"]]]}"#
    var reader = try Self.reader(text)
    let found = reader.tries(id: 1, count: 2, moves: 4)
    let looks = try #require(found)
    #expect(looks.map(\.score) == [5, 0, -7, 1] && looks.map(\.worth) == [5, 0, 12.5, 1])
    #expect(looks.map(\.ending) == [.none, .lost, .none, .won])
    #expect(looks.last?.seen == [255, 0, 0, 0, 0, 0, 0, 0])
    for (count, moves) in [(2, 3), (2, 5), (1, 4)] {
      reader = try Self.reader(text)
      let wrong = reader.tries(id: 1, count: count, moves: moves)
      #expect(wrong == nil)
    }
  }

  /// Of answers with a byte or two changed, both readers say the same, or one leaves it to the other.
  @Test func bothReadersAgree() throws {
    let answers = [
      #"{"id":1,"r":[null,{"score":10,"moves":[[-1,2],[3,9]],"end":null,"worth":-2.50,"#
        + #""events":[["hit",3],"hit"],"hash":["0f","a0"]}]}"#,
      #"{"id":1,"r":[[[5],[0,"lost"],[-7,null,12.5],[1,"won",null,"00000000000000ff"]]]}"#,
      #"{"id":1,"r":[{"score":3,"moves":[[1,2]],"end":"ended"}, null]}"#,
    ].map { Array($0.utf8) }
    let letters = Array(#"0123456789-+.,:eE[]{}" \ "#.utf8)
    var random = SeededRandom(key: StreamKey(rawValue: 1))
    var read = 0
    for turn in 0..<6000 {
      var bytes = answers[turn % answers.count]
      for _ in 0...random.below(2) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(letters[random.below(letters.count)], at: place)
        default: bytes[place] = letters[random.below(letters.count)]
        }
      }
      guard let value = JSONParser.parse(bytes).value, value["id"]?.whole == 1 else { continue }
      read += 1
      let difference = EngineAnswers.difference(bytes, value)
      #expect(difference == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(read > 500)
  }

  /// What an engine says in words reaches terminals, pages and stores.
  @Test func wordsOfAnEngineArePrintable() throws {
    let text: JSONTree = "\u{1B}[2J\u{0}x"
    let spec = try GameSpec(
      ofEngine: "e",
      [
        "summary": text, "move": [["a", 0, 1]], "events": ["hit": text],
        "metrics": [["name": "m", "unit": text, "summary": text]],
        "fields": [
          [
            "name": "f", "kind": "whole", "min": 0, "max": 1, "default": 0, "unit": text,
            "summary": text,
          ]
        ],
      ], hasPicture: false)
    let words =
      [spec.summary] + spec.events.map(\.summary)
      + spec.metrics.flatMap { [$0.unit, $0.summary] }
      + spec.fields.flatMap { [$0.unit, $0.summary] }
    #expect(words == Array(repeating: "\\u{1B}[2J\\u{0}x", count: 6))
  }
}
