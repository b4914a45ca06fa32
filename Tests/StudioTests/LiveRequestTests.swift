import SimHarness
import Testing

@testable import Studio

/// The messages that a page sends over its socket.
@Suite struct LiveRequestTests {
  private static func read(_ fields: String) throws -> LiveAction {
    let request = try LiveRequest.read(Array(#"{"n":12,"do":\#(fields)}"#.utf8))
    #expect(request.number == 12)
    return request.action
  }

  private static func gesture(_ effect: String) throws -> LiveAction {
    try read(#""gesture","doc":1,"rev":2,"stroke":3,"last":true,\#(effect)"#)
  }

  /// The failure of a message that cannot be read.
  private static func failure(_ text: String) -> StudioFailure? {
    do throws(LiveRequestError) {
      _ = try LiveRequest.read(Array(text.utf8))
      return nil
    } catch {
      return error.failure
    }
  }

  // MARK: What is read

  @Test func documents() throws {
    #expect(try Self.read(#""open","level":"a-1""#) == .open(.level("a-1")))
    #expect(
      try Self.read(#""open","new":{"game":"peggle","name":"A b"}"#)
        == .open(.new(game: "peggle", name: "A b")))
    #expect(try Self.read(#""undo","doc":1"#) == .undo(document: 1))
    #expect(try Self.read(#""redo","doc":1"#) == .redo(document: 1))
    #expect(
      try Self.read(#""rename","doc":1,"name":"A b""#) == .rename(document: 1, name: "A b"))
    #expect(try Self.read(#""restore","doc":1"#) == .restore(document: 1))
    #expect(try Self.read(#""discard","doc":1"#) == .discard(document: 1))
    #expect(
      try Self.read(#""save","doc":1"#) == .save(document: 1, name: nil, replaces: false))
    #expect(
      try Self.read(#""save","doc":1,"as":"A b","replace":true"#)
        == .save(document: 1, name: "A b", replaces: true))
    #expect(try Self.read(#""settle","doc":1,"keep":"mine""#) == .settle(document: 1, keep: .mine))
    #expect(
      try Self.read(#""settle","doc":1,"keep":"theirs""#) == .settle(document: 1, keep: .theirs))
    #expect(try Self.read(#""delete","level":"a""#) == .delete(level: "a"))
  }

  @Test func playing() throws {
    #expect(
      try Self.read(#""play","doc":1,"seed":18446744073709551615"#)
        == .play(LivePlay(document: 1, seed: .max, index: nil, name: nil)))
    #expect(
      try Self.read(#""play","doc":1,"seed":2,"index":3,"name":"A b""#)
        == .play(LivePlay(document: 1, seed: 2, index: 3, name: "A b")))
    #expect(
      try Self.read(#""play","doc":1,"seed":2,"against":"casual""#)
        == .play(LivePlay(document: 1, seed: 2, index: nil, name: nil, against: "casual")))
    #expect(
      try Self.read(#""point","session":4,"x":1.5,"y":-2,"press":true"#)
        == .point(session: 4, place: BoardPoint(1.5, -2), presses: true))
    #expect(
      try Self.read(#""point","session":4,"press":false"#)
        == .point(session: 4, place: nil, presses: false))
    #expect(
      try Self.read(#""key","session":4,"key":"ArrowLeft""#)
        == .key(session: 4, .arrow(.left, isFine: false)))
    #expect(try Self.read(#""hint","session":4"#) == .hint(session: 4))
    #expect(try Self.read(#""leave","session":4"#) == .leave(session: 4))
  }

  @Test(arguments: [
    #""play","doc":1"#, #""play","doc":1,"seed":-1"#, #""play","doc":1,"seed":1.5"#,
    #""play","doc":1,"seed":1,"index":1000000"#, #""play","doc":1,"seed":1,"name":"""#,
    #""play","seed":1"#, #""point","session":1"#, #""point","session":1,"press":true"#,
    #""point","session":1,"x":1,"press":false"#, #""point","session":1,"x":1,"y":1e7,"press":true"#,
    #""point","session":1,"x":"1","y":1,"press":true"#, #""point","doc":1,"press":false"#,
    #""key","session":1"#, #""key","session":1,"key":"""#, #""key","session":1,"key":"F12""#,
    #""key","session":1,"key":"aaaaaaaaaaaaaaaaaaaaaaaaa""#, #""hint","session":-1"#,
    #""leave","session":1,"doc":1"#,
  ])
  func otherGamesAreRefused(_ fields: String) {
    #expect(Self.failure(#"{"n":12,"do":\#(fields)}"#)?.code == "message.unreadable")
  }

  @Test func gestures() throws {
    let effects: [(String, LiveGesture.Effect)] = [
      (
        #""paint":{"tool":"red","places":["0,3","0,4"]}"#,
        .design(.paint(tool: "red", places: ["0,3", "0,4"]))
      ),
      (#""tap":{"place":"0,3"}"#, .design(.tap(place: "0,3"))),
      (#""hold":{"place":"0,3"}"#, .design(.hold(place: "0,3"))),
      (#""put":{"tool":"block","x":1.5,"y":-2}"#, .design(.put(tool: "block", x: 1.5, y: -2))),
      (#""move":{"body":-4,"x":1,"y":2}"#, .design(.move(body: -4, x: 1, y: 2))),
      (
        #""resize":{"body":4,"width":1,"height":2}"#,
        .design(.resize(body: 4, width: 1, height: 2))
      ),
      (#""turn":{"body":4,"radians":0.25}"#, .design(.turn(body: 4, radians: 0.25))),
      (#""remove":{"body":4}"#, .design(.remove(body: 4))),
      (#""set":{"field":"shots","value":""}"#, .design(.set(field: "shots", value: ""))),
      (#""reset":{}"#, .design(.reset)), (#""end":{}"#, .end), (#""cancel":{}"#, .cancel),
    ]
    for (text, effect) in effects {
      let gesture = LiveGesture(revision: 2, stroke: 3, isLast: true, effect: effect)
      #expect(try Self.gesture(text) == .gesture(document: 1, gesture))
    }
  }

  @Test func figuresAndFilms() throws {
    #expect(
      try Self.read(#""look","doc":1,"players":["a","b"],"games":200"#)
        == .look(document: 1, players: ["a", "b"], games: 200))
    #expect(try Self.read(#""confirm","doc":1"#) == .confirm(document: 1))
    #expect(
      try Self.read(#""watch","doc":1,"player":"a","index":7"#)
        == .watch(LiveFilm(document: 1, version: .now, player: "a", index: 7)))
    for version in LiveVersion.allCases {
      #expect(
        try Self.read(#""watch","doc":1,"player":"a","index":7,"version":"\#(version.rawValue)""#)
          == .watch(LiveFilm(document: 1, version: version, player: "a", index: 7)))
    }
  }

  // MARK: What is refused

  @Test func anUnknownRequestIsNamedOnceWithTheNearestOne() {
    let message = Self.failure(#"{"n":12,"do":"opne"}"#)?.message ?? ""
    #expect(message.contains("unknown request 'opne'; did you mean 'open'?"), "\(message)")
    let number = Self.failure(#"{"n":12,"do":7}"#)?.message ?? ""
    #expect(number.contains("unknown request '7'; known: open, "), "\(number)")
  }

  @Test(arguments: [
    #""open""#, #""open","level":"a","new":{"game":"a","name":"b"}"#, #""open","level":"../a""#,
    #""open","level":"a.json""#, #""open","level":"""#, #""open","level":1"#,
    #""open","level":"a","path":"/etc/passwd""#, #""open","new":{"game":"a"}"#,
    #""open","new":{"game":"a","name":"b","file":"c"}"#, #""open","new":{"game":"a","name":""}"#,
    #""delete","level":"/etc/passwd""#, #""undo""#, #""undo","doc":-1"#, #""undo","doc":1.5"#,
    #""undo","doc":2147483648"#, #""undo","doc":"1""#, #""undo","doc":null"#,
    #""undo","doc":1,"doc":2"#, #""save","doc":1,"as":"""#, #""save","doc":1,"replace":1"#,
    #""rename","doc":1"#, #""rename","doc":1,"name":"""#, #""rename","name":"a""#,
    #""save","doc":1,"as":null"#, #""settle","doc":1"#, #""settle","doc":1,"keep":"both""#,
    #""look","doc":1,"players":["a"]"#, #""look","doc":1,"players":["a"],"games":1001"#,
    #""look","doc":1,"players":"a","games":1"#, #""look","doc":1,"players":[""],"games":1"#,
    #""watch","player":"a","index":1"#,
    #""watch","doc":1,"player":"a","index":-1"#, #""watch","doc":1,"player":"a","index":1000000"#,
    #""watch","doc":1,"player":"a","index":1,"version":"then""#,
    #""begin","doc":1,"seed":1,"index":0"#, #""enter","token":"a","version":"1""#,
    #""Undo","doc":1"#,
    #""job","kind":"run""#, #"["undo"],"doc":1"#, "null",
  ])
  func otherMessagesAreRefused(_ fields: String) {
    let failure = Self.failure(#"{"n":12,"do":\#(fields)}"#)
    #expect(failure?.status == 400 && failure?.code == "message.unreadable")
    #expect(failure?.message.contains("\n") == false)
  }

  @Test(arguments: [
    #""reset":1"#, #""reset":{"all":true}"#, #""reset":{},"end":{}"#, #""tap":{}"#,
    #""tap":{"place":""}"#, #""tap":{"place":3}"#, #""paint":{"tool":"red","places":[]}"#,
    #""paint":{"places":["a"]}"#, #""paint":{"tool":"red","places":"0,3"}"#,
    #""put":{"tool":"a","x":1}"#, #""move":{"body":1.5,"x":0,"y":0}"#,
    #""move":{"body":1,"x":1e7,"y":0}"#, #""move":{"body":99999999999,"x":0,"y":0}"#,
    #""resize":{"body":1,"width":"1","height":1}"#, #""turn":{"body":1,"radians":null}"#,
    #""set":{"field":"","value":"1"}"#, #""set":{"field":"a","value":1}"#, #""draw":{}"#, #""x":1"#,
  ])
  func otherGesturesAreRefused(_ effect: String) {
    let failure = Self.failure(
      #"{"n":12,"do":"gesture","doc":1,"rev":2,"stroke":3,"last":true,\#(effect)}"#)
    #expect(failure?.code == "message.unreadable")
  }

  @Test func aGestureNeedsItsPlaceInTheStroke() {
    let whole = #"{"n":1,"do":"gesture","doc":1,"rev":2,"stroke":3,"last":true,"reset":{}}"#
    #expect(Self.failure(whole) == nil)
    for part in [#""doc":1,"#, #""rev":2,"#, #""stroke":3,"#, #""last":true,"#, #","reset":{}"#] {
      #expect(Self.failure(whole.replacing(part, with: "")) != nil)
    }
  }

  @Test func sizesAreLimited() {
    func paint(_ count: Int) -> String {
      let places = Array(repeating: #""0,0""#, count: count).joined(separator: ",")
      return #"{"n":1,"do":"gesture","doc":1,"rev":2,"stroke":3,"last":true,"#
        + #""paint":{"tool":"red","places":[\#(places)]}}"#
    }
    #expect(Self.failure(paint(10_000)) == nil)
    #expect(Self.failure(paint(10_001)) != nil)
    let bombs = [
      String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 200_000),
      "[" + String(repeating: "0,", count: 500_000) + "0]",
      #"{"n":1,"do":"undo","doc":"# + String(repeating: "9", count: 1_000_000) + "}",
      "{" + (0..<90_000).map { #""\#($0)":0"# }.joined(separator: ",") + "}",
      #"{"n":1,"do":"undo","doc":1}"# + String(repeating: " ", count: 1 << 20),
    ]
    for bomb in bombs { #expect(Self.failure(bomb) != nil) }
  }

  @Test func theNumberIsAnsweredWhereItCanBeRead() {
    let texts: [(String, Int?)] = [
      (#"{"n":7}"#, 7), (#"{"do":"undo","n":7}"#, 7), (#"{"n":-7}"#, nil), (#"{"n":"7"}"#, nil),
      (#"{"n":7"#, nil), (#"{"n":2147483648}"#, nil), ("[7]", nil), ("", nil),
    ]
    for (text, number) in texts {
      do throws(LiveRequestError) {
        _ = try LiveRequest.read(Array(text.utf8))
        Issue.record("\(text) was read")
      } catch {
        #expect(error.number == number)
        let re = number.map { "\($0)" } ?? "null"
        #expect(error.answer.text.hasPrefix(#"{"re":\#(re),"error":{"code":"message.unreadable""#))
      }
    }
  }

  /// Every message cut at every byte, and with every byte changed, is read or refused.
  @Test func damagedMessagesAreReadOrRefused() {
    let messages = [
      #"{"n":1,"do":"gesture","doc":1,"rev":2,"stroke":3,"last":true,"put":{"tool":"a","x":1,"y":2}}"#,
      #"{"n":1,"do":"watch","doc":1,"player":"a","index":7,"version":"now"}"#,
      #"{"n":1,"do":"open","new":{"game":"a","name":"b"}}"#,
      #"{"n":1,"do":"point","session":4,"x":1.5,"y":-2,"press":true}"#,
    ].map { Array($0.utf8) }
    var refused = 0
    for message in messages {
      for place in message.indices {
        for byte in [0, 0x22, 0x2C, 0x5B, 0x7B, 0x7D, 0x80, 0xFF] as [UInt8] {
          var changed = message
          changed[place] = byte
          do { _ = try LiveRequest.read(changed) } catch { refused += 1 }
        }
        #expect(Self.failure(String(decoding: message[..<place], as: UTF8.self)) != nil)
      }
    }
    #expect(refused > 1_000)
  }

  // MARK: What is sent

  @Test func eventsAreWrittenAsThePageReadsThem() {
    let fields = LiveEvent.Fields([(key: "games", value: 8)])
    let events: [(LiveEvent, String, String?)] = [
      (
        .figures(document: 1, revision: 2, isFresh: false, fields),
        #"{"ev":"figures","doc":1,"rev":2,"games":8}"#, "figures 1 false"
      ),
      (
        .figures(document: 1, revision: 2, isFresh: true, fields),
        #"{"ev":"figures","doc":1,"rev":2,"fresh":true,"games":8}"#, "figures 1 true"
      ),
      (.board(document: 1, fields), #"{"ev":"board","doc":1,"games":8}"#, nil),
      (.turn(session: 3, fields), #"{"ev":"turn","session":3,"games":8}"#, nil),
      (.file(fields), #"{"ev":"file","games":8}"#, nil),
      (.bye, #"{"ev":"bye"}"#, nil),
    ]
    for (event, text, key) in events { #expect(event.text == text && event.key == key) }
  }

  @Test func failuresSayWhere() {
    let failure = StudioFailure(
      status: 422, code: "level.overlap", message: "a; b", file: "f", line: 3, field: "$.x")
    #expect(
      LiveAnswer.refused(nil, failure).text
        == #"{"re":null,"error":{"code":"level.overlap","message":"a; b","file":"f","line":3,"#
        + #""field":"$.x"}}"#)
  }
}
