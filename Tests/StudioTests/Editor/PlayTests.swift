import Catalogue
import SimHarness
import Testing

@testable import Studio

/// People's games over the socket's messages.
@Suite struct PlayTests {
  private static let games = GameRegistry.bundled.names

  private static let bubbles = """
    {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Tiny","shots":4,
     "grid":["RRBB........"],"queue":["red","blue"]}
    """

  private static let play = #""play","doc":1,"seed":1"#

  // MARK: To the end

  /// Presses all over the board, and where that chooses cards, the cards that a hint names.
  @Test(arguments: games) func byPoint(_ game: String) async throws {
    let editor = try await PlayEditor(try PlayEditor.level(of: game))
    var answer = try await editor.ask(Self.play)
    let film = try #require(answer.film)
    let session = try #require(answer.session)
    if answer.stage == "ready" {
      answer = try await editor.ask(#""key","session":\#(session),"key":"Enter""#)
    }
    let isOfCards = answer.offers?.contains { $0.aims == true } == false && film.w % 70 == 10
    for press in 0..<2_000 where answer.stage == "playing" {
      await editor.wait(0.7)
      if isOfCards {
        answer = try await editor.ask(#""hint","session":\#(session)"#)
        let marks = answer.preview?.marks ?? []
        let columns = (film.w - 10) / 70
        for place in marks {
          let (x, y) = (40 + place % columns * 70, 52 + place / columns * 94)
          answer = try await editor.ask(
            #""point","session":\#(session),"x":\#(x),"y":\#(y),"press":true"#)
        }
        if marks.isEmpty {
          answer = try await editor.ask(##""key","session":\##(session),"key":"#0""##)
        }
      } else {
        let (x, y) = (press * 83 % film.w, 60 + press * 47 % max(1, film.h / 2))
        answer = try await editor.ask(
          #""point","session":\#(session),"x":\#(x),"y":\#(y),"press":true"#)
      }
    }
    var last = answer
    while let event = try editor.event() { last = event }
    #expect(answer.stage == "over" || last.stage == "over")
    let kept = try #require(editor.people.kept.first)
    #expect(editor.people.kept.count == 1)
    #expect(kept.played.moveCount > 0 && kept.played.outcome != nil)
    #expect(try editor.isVerified(kept))
  }

  /// By the keys that stand on the bodies or beside the board, without a pointer.
  @Test(arguments: games) func byKeys(_ game: String) async throws {
    let editor = try await PlayEditor(try PlayEditor.level(of: game))
    var answer = try await editor.ask(Self.play)
    let session = try #require(answer.session)
    func press(_ key: String) async throws {
      answer = try await editor.ask(#""key","session":\#(session),"key":"\#(key)""#)
    }
    if answer.stage == "ready" { try await press(" ") }
    for step in 0..<2_000 where answer.stage == "playing" {
      await editor.wait(0.7)
      if editor.people.kept.count == 1 { break }
      if answer.offers?.contains(where: { $0.aims == true }) == true {
        for _ in 0..<(step * 5 % 9) { try await press(step % 2 == 0 ? "ArrowLeft" : "ArrowRight") }
        try await press(" ")
        continue
      }
      // The cards and bubbles that a hint names have keys; its words say which.
      answer = try await editor.ask(#""hint","session":\#(session)"#)
      let words = answer.message ?? ""
      let keys = words.drop { $0 != ":" }.split { !$0.isLetter && !$0.isNumber }
        .filter { $0.count == 1 }
      if words.contains("ask for cards") { try await press("d") }
      for key in keys { try await press(String(key)) }
    }
    let kept = try #require(editor.people.kept.first)
    #expect(kept.played.outcome != nil)
    #expect(try editor.isVerified(kept))
  }

  // MARK: What is sent

  @Test func turnsComeOnceAndInOrder() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    let begun = try await editor.ask(Self.play)
    #expect(begun.stage == "playing" && begun.index == 0 && begun.name == "Ann")
    #expect(begun.film?.b.isEmpty == false && begun.turns == nil)
    let first = try await editor.ask(#""point","session":1,"x":60,"y":60,"press":true"#)
    #expect(first.from == 0 && first.turns?.count == 1)
    let preview = try await editor.ask(#""point","session":1,"x":400,"y":60,"press":false"#)
    #expect(preview.turns == nil && preview.preview?.words?.contains("lands in row") == true)
    let same = try await editor.ask(#""point","session":1,"press":false"#)
    #expect(same.preview?.words != nil)
    let second = try await editor.ask(#""key","session":1,"key":" ""#)
    #expect(second.from == 1 && second.turns?.count == 1)
    let nothing = try await editor.ask(#""key","session":1,"key":"y""#)
    #expect(nothing.turns == nil && nothing.stage == "playing")
  }

  @Test func timePassesByTheEditorsClock() async throws {
    let editor = try await PlayEditor(try PlayEditor.level(of: "bubble-pop"))
    let begun = try await editor.ask(Self.play)
    #expect(begun.stage == "ready")
    await editor.wait(5)
    #expect(try editor.event() == nil)
    _ = try await editor.ask(#""key","session":1,"key":"Enter""#)
    await editor.wait(1.2)
    let event = try #require(try editor.event())
    #expect(event.session == 1 && event.turns?.count == 1 && event.stage == "playing")
    await editor.wait(1_000)
    let end = try #require(try editor.event())
    #expect(end.stage == "over" && end.kept?.words.hasPrefix("kept ") == true)
    #expect(try editor.isVerified(#require(editor.people.kept.first)))
  }

  // MARK: Leaving, and other games

  @Test func aGameThatIsLeftIsKeptUnfinished() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    _ = try await editor.ask(Self.play)
    #expect(try await editor.ask(#""leave","session":1"#).kept == nil)
    #expect(editor.people.kept.isEmpty)
    let again = try await editor.ask(Self.play)
    #expect(again.session == 2 && again.index == 0)
    _ = try await editor.ask(#""point","session":2,"x":60,"y":60,"press":true"#)
    let left = try await editor.ask(#""leave","session":2"#)
    #expect(left.kept?.words.hasPrefix("kept") == true)
    let kept = try #require(editor.people.kept.first)
    #expect(kept.played.outcome == nil && kept.played.moveCount == 1)
    #expect(try editor.isVerified(kept))
    #expect(try await editor.refusal(#""hint","session":2"#).hasPrefix("game.closed"))
    #expect(try await editor.ask(Self.play).index == 1)
  }

  @Test func aTabThatGoesLeavesItsGames() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    _ = try await editor.ask(Self.play)
    _ = try await editor.ask(#""point","session":1,"x":60,"y":60,"press":true"#)
    await editor.editor.left(editor.tab.tab)
    #expect(editor.people.kept.count == 1)
    #expect(await editor.editor.games.isEmpty)
  }

  @Test func twoGamesAreTwoGames() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    let other = try await EditorTab(editor.editor, id: 2)
    _ = try await editor.ask(Self.play)
    let second = try await editor.ask(Self.play)
    // The first game has not been kept yet, but its deal is taken.
    #expect(second.session == 2 && second.index == 1)
    _ = try await editor.ask(#""point","session":1,"x":60,"y":60,"press":true"#)
    let untouched = try await editor.ask(#""key","session":2,"key":"ArrowUp""#)
    #expect(untouched.score == 0)
    #expect(try await editor.refusal(#""hint","session":1"#, of: other).hasPrefix("game.closed"))
    for _ in 0..<2 { _ = try await editor.ask(Self.play) }
    #expect(try await editor.refusal(Self.play).hasPrefix("games.many"))
    #expect(try await editor.ask(Self.play, of: other).session == 5)
  }

  @Test func theLevelOfTheEditorIsCopied() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    let before = try await editor.ask(Self.play)
    await editor.tab.draw(row: 0, cells: 4..<8)
    let after = try await editor.ask(Self.play)
    #expect(after.film?.b.count == (before.film?.b.count ?? 0) + 16)
    // The game that was begun goes on with its own level, and playing changes nothing in the editor.
    for _ in 0..<4 { _ = try await editor.ask(#""point","session":1,"x":240,"y":60,"press":true"#) }
    #expect(await editor.tab.ask(#""undo","doc":1"#).has(#""saved":true"#))
    let kept = try #require(editor.people.kept.first)
    #expect(try editor.isVerified(kept))
    #expect(kept.seat.level.tree != (try #require(await editor.editor.games[2]?.seat.level.tree)))
  }

  @Test func nothingIsKeptReadOnly() async throws {
    let editor = try await PlayEditor(Self.bubbles, isReadOnly: true)
    var answer = try await editor.ask(Self.play)
    for _ in 0..<9 where answer.stage == "playing" {
      answer = try await editor.ask(#""point","session":1,"x":60,"y":60,"press":true"#)
    }
    #expect(answer.kept?.words.hasPrefix("Not saved") == true)
    #expect(editor.people.kept.isEmpty)
  }

  @Test func whatCannotBeKeptIsReported() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    _ = try await editor.ask(Self.play + #","name":"full""#)
    _ = try await editor.ask(#""point","session":1,"x":60,"y":60,"press":true"#)
    let left = try await editor.ask(#""leave","session":1"#)
    #expect(left.kept?.bad == true && left.kept?.words == "Not saved: the disk is full")
  }

  // MARK: Faults

  @Test func aScriptsFaultEndsTheGameAlone() async throws {
    let bubble = """
      local odd = { name = "odd", glyph = "x", summary = "Fails." }
      function odd.on_neighbour_removed(board, cell, removed)
        error("on purpose")
      end
      return odd
      """
    let editor = try await PlayEditor(
      """
      {"format":"playtest-level","version":1,"game":"bubble-blast","name":"Odd","shots":4,
       "grid":["RRx........."],"legend":{"x":"odd"},"queue":["red"]}
      """, bubble: bubble)
    _ = try await editor.ask(Self.play)
    let answer = try await editor.ask(#""point","session":1,"x":20,"y":20,"press":true"#)
    #expect(answer.stage == "over")
    let message = try #require(answer.message)
    #expect(message.hasPrefix("A script failed: "))
    #expect(message.contains("odd.lua:3: on purpose"), "\(message)")
    let kept = try #require(editor.people.kept.first)
    #expect(kept.played.fault?.contains("odd.lua:3") == true && kept.played.outcome == nil)
    let again = try await editor.ask(Self.play)
    #expect(again.stage == "playing")
  }

  @Test func whatCannotBePlayedIsRefused() async throws {
    let editor = try await PlayEditor(Self.bubbles)
    #expect(try await editor.refusal(#""play","doc":7,"seed":1"#).hasPrefix("level.closed"))
    #expect(try await editor.refusal(Self.play + #","name":"  ""#).contains("name is empty"))
    #expect(
      try await editor.refusal(#""point","session":9,"press":false"#).hasPrefix("game.closed"))
  }
}
