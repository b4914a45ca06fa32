import Testing

@testable import CardsGame
@testable import SimHarness

/// Cards that are drawn as shapes.
@Suite struct CardFaceTests {
  private static func face(_ card: CardFace) -> String {
    "\(card.style) \(card.label) \(card.marks.map { "\($0.style):\($0.path)" })"
  }

  @Test func eachCardOfSetHasItsOwnFace() {
    var faces: Set<String> = []
    var withoutColour: Set<String> = []
    for (number, shape) in ["1", "2", "3"].flatMap({ n in ["D", "O", "S"].map { (n, $0) } }) {
      for (shading, colour) in ["e", "f", "s"].flatMap({ s in ["G", "P", "R"].map { (s, $0) } }) {
        let card = CardFace(number + shape + shading + colour, of: "set")
        #expect(card.label == colour && card.style == "ink-\(colour.lowercased())")
        #expect(card.marks.map(\.style).contains("stripes") == (shading == "s"))
        #expect(card.marks[0].style == (shading == "f" ? "shape solid" : "shape"))
        #expect(card.marks[0].path.count { $0 == "M" } == Int(number))
        faces.insert(Self.face(card))
        withoutColour.insert("\(card.label) \(card.marks.map { "\($0.style):\($0.path)" })")
      }
    }
    #expect(faces.count == 81 && withoutColour.count == 81)
  }

  @Test func playingCardsHavePips() {
    var faces: Set<String> = []
    for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] {
      for suit in ["C", "D", "H", "S"] {
        let card = CardFace(rank + suit, of: "playing-cards")
        #expect(card.label == rank)
        #expect(card.marks.count == 1 && card.marks[0].path.count { $0 == "M" } == Int(rank) ?? 1)
        #expect(card.style == (suit == "D" || suit == "H" ? "ink-r" : ""))
        faces.insert(Self.face(card))
      }
    }
    #expect(faces.count == 52)
  }

  @Test(arguments: [
    ("1XfR", "set"), ("4DfR", "set"), ("1DfB", "set"), ("1Df", "set"), ("", "set"), ("?", "set"),
    ("5X", "playing-cards"), ("H", "playing-cards"), ("", "playing-cards"), ("7", "tens"),
  ])
  func otherCardsShowTheirNames(name: String, game: String) {
    let card = CardFace(name, of: game)
    #expect(card.label == name && card.style.isEmpty && card.marks.isEmpty)
  }
}
