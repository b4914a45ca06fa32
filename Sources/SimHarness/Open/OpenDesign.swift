/// How the levels of an open game are drawn: a field with rows of letters, each of which puts a
/// token on the board.
public struct OpenDesign: Hashable, Sendable {
  /// The field's place among the game's own.
  let field: Int
  /// The field's letters, in its order.
  let letters: [Character]
  /// What each letter puts there, in the same order.
  let tokens: [BoardToken]
  /// The letter of a cell on which nothing lies: what the eraser puts there.
  let empty: Character
  /// Letters of which a board has one at most: put elsewhere, it leaves where it was.
  let single: Set<Character>
  /// What a tap makes of a cell, one after another.
  let cycle: [Character]

  /// The token that a letter puts on the board.
  func token(of letter: Character) -> BoardToken {
    letters.firstIndex(of: letter).map { tokens[$0] } ?? tokens[0]
  }

  /// The letter that puts a token of this name on the board; nil for none.
  func letter(ofToken name: String) -> Character? {
    tokens.firstIndex { $0.name == name }.map { letters[$0] }
  }

  /// What the letters mean, as `level edit` takes it: `- floor, # wall`.
  var legend: String {
    zip(letters, tokens).map { "\($0) \($1.name)" }.joined(separator: ", ")
  }

  /// The sentence about a name that no token has.
  func complaint(about name: String) -> String {
    guard let letter = name.first, name.count == 1, letters.contains(letter) else {
      return NearestName.complaint(about: name, called: "token", known: tokens.map(\.name))
    }
    return "unknown token \(SafeText.named(name)); write '\(token(of: letter).name)', whose letter"
      + " that is"
  }

  /// What a tap makes of a letter; the letter itself where a tap means nothing.
  func next(after letter: Character) -> Character {
    guard let place = cycle.firstIndex(of: letter) else { return letter }
    return cycle[(place + 1) % cycle.count]
  }
}
