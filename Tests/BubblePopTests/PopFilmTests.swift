import Testing

@testable import BubblePopGame
@testable import SimHarness

@Suite struct PopFilmTests {
  /// Black and blue begin with the same letter, and have different ones as in characters.
  @Test func everyColourHasItsLetter() throws {
    let file = PopLevelFile(name: "A")
    let library = ScriptLibrary(folder: nil, games: .none)
    var film = try #require(PopFilm(try BubblePop.ready(file, library)))
    let names = file.colours.map(\.name)
    let bubbles = names.enumerated().map { JSONTree.array([.int($0), .string($1), 10, 10]) }
    film.add(["score": 0, "state": ["time": 0, "bubbles": .array(bubbles)]], words: "")
    let labels = try #require(film.film).kinds.map(\.label)
    #expect(labels == PopPicture.letters(of: file.colours).map { String($0) })
    #expect(Set(labels).count == names.count)
  }
}
