import Foundation
import TestSupport
import Testing

@testable import CardsGame
@testable import SimHarness
@testable import TextFormats

/// Level files of the card games.
@Suite struct CardsLevelFileTests {
  private func text(_ game: String, _ fields: String = "") -> String {
    #"{"format": "playtest-level", "version": 1, "game": "\#(game)", "name": "A"\#(fields)}"#
  }

  private func read(_ text: String) throws(FileIssues) -> CardsLevelFile {
    guard
      let file = try LevelFile.read(
        Array(text.utf8), file: "a.json", catalog: Bubbles.library
      ).content as? CardsLevelFile
    else { preconditionFailure("no level of cards") }
    return file
  }

  private func issues(_ text: String) -> [String] {
    do throws(FileIssues) {
      _ = try read(text)
      return []
    } catch {
      return error.issues.map { "\($0.path): \($0.message)" }
    }
  }

  @Test func everyFieldIsReadAndWritten() throws {
    let file = try read(
      text(
        "cards",
        #"""
        , "id": "x", "script": "playing-cards", "deal": 10, "match": 3, "refill": true, \#
        "scoring": {"matched": 2, "chosen": 0}, "goal": {"score": 9}, "rules": {"draw": 4}
        """#.replacingOccurrences(of: "\\#\n", with: "")))
    let level = try file.level(catalog: Bubbles.library)
    #expect(level.rules.deal == 10 && level.rules.match == 3 && level.rules.refill)
    #expect(level.rules.matched == 2 && level.rules.chosen == 0 && level.rules.mismatched == -2)
    #expect(level.rules.goal == .score(9) && level.rules.draw == 4 && level.rules.isFaceDown)
    #expect(try read(file.text) == file)
    #expect(file.contentHash == (try read(file.text)).contentHash)
  }

  /// What the script says already is not written.
  @Test func theScriptsOwnNumbersAreLeftOut() throws {
    let file = try read(
      text("set", #", "deal": 12, "refill": true, "goal": null, "scoring": {"matched": 3}"#))
    #expect(file == CardsLevelFile(game: .set, name: "A"))
    #expect(!file.text.contains("deal"))
    var other = file
    try other.set("deal", to: "15", catalog: Bubbles.library)
    #expect(other.contentHash != file.contentHash)
    try other.set("matched", to: "4", catalog: Bubbles.library)
    #expect(other.text.contains("\"matched\": 4"))
    try other.set("deal", to: "12", catalog: Bubbles.library)
    try other.set("scoring.matched", to: "3", catalog: Bubbles.library)
    #expect(other == file)
  }

  @Test func allIssuesComeAtOnce() {
    let fields =
      #", "deal": 82, "match": 2, "goal": "win", "scoring": {"match": 1}, "rules": {"deal": 1}"#
    let found = issues(text("set", fields))
    for issue in [
      "$.match: unknown field 'match'; known: format, version, game, name, id, deal, refill, "
        + "scoring, goal, rules",
      "$.deal: the deck has 81 cards, not 82; deal fewer",
      "$.goal: expected null, \"clear\" or {\"score\": N}, found \"win\"",
      "$.scoring.match: unknown field 'match'; did you mean 'matched'? known: matched, "
        + "mismatched, dealt, chosen",
      "$.rules.deal: the rule 'deal' has its own field; write it as 'deal', not under "
        + "rules",
    ] {
      #expect(found.contains(issue), "\(found)")
    }
    #expect(found.count == 5)
    #expect(
      issues(text("cards", #", "script": "tens", "match": 3"#))
        == ["$.match: tens has hands of 2 cards, not 3"])
    #expect(issues(text("cards")).count == 1)
  }

  /// A game whose script is not there is unknown.
  @Test func withoutItsScriptAGameIsUnknown() throws {
    let scratch = try ScratchFolder()
    for name in ["playing_cards", "tens"] {
      let source = try #require(try Bubbles.library.source(of: .cards, named: name))
      try scratch.write(source.text, to: "cards/\(name).lua")
    }
    let library = ScriptLibrary(folder: scratch.path)
    do throws(FileIssues) {
      _ = try LevelFile.read(Array(text("set").utf8), file: "a.json", catalog: library)
      Issue.record("the level was read")
    } catch {
      #expect(
        error.issues.map(\.message) == [
          "unknown card game 'set'; known: playing-cards, tens; searched: \(scratch.path)/cards"
        ])
    }
    let pairs = try LevelFile.read(
      Array(text("playing-cards").utf8), file: "a.json", catalog: library)
    try pairs.checkPlayable(catalog: library)
  }

  /// What a suite sets in every level; when anything of it is wrong, nothing changes.
  @Test func aSuiteSetsRules() throws {
    var file = CardsLevelFile(game: .set, name: "A")
    try file.apply(
      rules: ["deal": 15, "matched": 4, "draw": 2], parameters: [:], catalog: Bubbles.library)
    let rules = try file.level(catalog: Bubbles.library).rules
    #expect(rules.deal == 15 && rules.matched == 4 && rules.draw == 2)
    let before = file
    let wrong: [([String: Double], [String: [String: Double]], String)] = [
      (["deal": 12, "drow": 3], [:], "rules.drow: unknown rule 'drow'; did you mean 'draw'?"),
      (["deal": 99], [:], "deal: the deck has 81 cards, not 99; deal fewer"),
      ([:], ["set": ["n": 1]], "params.set: scripts of card games have no parameters"),
    ]
    for (rules, parameters, message) in wrong {
      let problem = #expect(throws: LevelFieldProblem.self) {
        try file.apply(rules: rules, parameters: parameters, catalog: Bubbles.library)
      }
      #expect(problem?.description.hasPrefix(message) == true, "\(problem?.description ?? "")")
      #expect(file == before)
    }
  }

  /// Names of fields that are not there, or that make a level what it is.
  @Test(arguments: [
    ("game", "\"cards\"", "game: this cannot be set; create a new level instead"),
    ("dael", "3", "dael: unknown field 'dael'; did you mean 'deal'?"),
    ("script", "tens", "script: unknown field 'script'; known: name"),
  ])
  func refusedFieldsAreReported(_ path: String, _ text: String, _ message: String) {
    var file = CardsLevelFile(game: .set, name: "A")
    let problem = #expect(throws: LevelFieldProblem.self) {
      try file.set(path, to: text, catalog: Bubbles.library)
    }
    #expect(problem?.description.hasPrefix(message) == true, "\(problem?.description ?? "")")
  }

  @Test func theDesignerSetsAndTakesBack() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(
      CardsLevelFile(game: .set, name: "A").text, to: "a.json")
    let store = LevelStore(folder: scratch.path, catalog: Bubbles.library)
    var editor = LevelEditor<CardsLevelFile>(store: store, catalog: Bubbles.library)
    try editor.load(at: path)
    #expect(try editor.perform("set deal=15") == "set deal=15")
    #expect(try editor.perform("set deal=15") == "set deal=15 (no change)")
    #expect(throws: LevelEditorError.self) { try editor.perform("set deal=99") }
    #expect(try editor.perform("undo") == "undone")
    #expect(try editor.perform("redo") == "redone")
    #expect(try editor.level.numbers == ["deal": 15])
    #expect(try editor.perform("reset") == "every field is at its default")
    #expect(try editor.level.numbers.isEmpty)
    #expect(try editor.perform("status").hasPrefix("'A': set, 2 to undo"))
  }

  // MARK: Records

  @Test func movesAreReadAndWritten() throws {
    let level = try Cards.level("set")
    var timed = try #require(CardsMove.cards([4, 2, 127]))
    timed.thought = 12_345
    let moves = [timed, .select(3), .deselect(3), .deal, try #require(.cards([1, 0]))]
    var bytes: [UInt8] = []
    for move in moves { CardsState.encode(move, level: level, into: &bytes) }
    #expect(CardsState.decodeMoves(bytes, level: level) == moves)
    #expect(CardsState.decodeMoves(Array(bytes.dropLast()), level: level) == nil)
    #expect(CardsState.decodeMoves([4], level: level) == nil)
    let reader = JSONReader()
    for move in moves {
      let text = JSONWriter.compact(CardsTrace.tree(of: move))
      let value = try #require(JSONParser.parse(Array(text.utf8)).value)
      #expect(CardsTrace.move(reader.cursor(at: value)) == move, "\(text)")
    }
    #expect(JSONWriter.compact(CardsTrace.tree(of: timed)) == #"{"cards":[4,2,127],"time":12.345}"#)
    #expect(reader.issues.isEmpty)
    for text in ["{}", #"{"select": 1, "deal": true}"#, #"{"deal": false}"#, #"{"select": 128}"#] {
      let value = try #require(JSONParser.parse(Array(text.utf8)).value)
      #expect(CardsTrace.move(reader.cursor(at: value)) == nil, "\(text)")
    }
    #expect(reader.issues.count == 4)
  }
}
