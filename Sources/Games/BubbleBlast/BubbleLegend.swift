import SimHarness

/// The letters that stand for bubbles in a level file's grid: its own over the default ones.
public struct BubbleLegend: Hashable, Sendable {
  /// The level's own letters; each hides the default meaning of its letter.
  public private(set) var own: [Character: BubbleToken]

  /// The letters of specials that need no legend.
  public static let defaultKinds: [Character: String] = [
    "*": "bomb", "=": "lightning", "$": "star", "#": "indestructible",
  ]

  /// What an empty cell is written as; a space reads as one too.
  public static let empty: Character = "."

  /// The meaning of the letters without a legend.
  public static let defaults: [Character: BubbleToken] = {
    var tokens = defaultKinds.mapValues { BubbleToken.kind($0) }
    for colour in BubbleColour.allCases { tokens[colour.letter] = .colour(colour) }
    return tokens
  }()

  public init(own: [Character: BubbleToken] = [:]) {
    self.own = own.filter { Self.isLetter($0.key) }
  }

  /// What a letter stands for, or nil.
  public subscript(letter: Character) -> BubbleToken? {
    own[letter] ?? Self.defaults[letter]
  }

  /// The letter of a token: the first of the legend's, else its default one.
  public func letter(for token: BubbleToken) -> Character? {
    if let own = own.filter({ $0.value == token }).keys.min() { return own }
    let preferred: Character?
    switch token {
    case .colour(let colour): preferred = colour.letter
    case .kind(let name): preferred = Self.defaultKinds.first { $0.value == name }?.key
    }
    guard let preferred, own[preferred] == nil else { return nil }
    return preferred
  }

  /// The letter of a token, added to the legend if there is none yet.
  ///
  /// - Parameters:
  ///   - token: What the letter is to stand for.
  ///   - glyph: The character to use if it is free.
  /// - Returns: The letter.
  @discardableResult
  public mutating func makeLetter(
    for token: BubbleToken, preferring glyph: Character? = nil
  ) -> Character {
    if let letter = letter(for: token) { return letter }
    let lower = token.name.lowercased().filter(\.isASCII)
    var candidates = glyph.map { [$0] } ?? []
    candidates += Array(lower) + Array(lower.uppercased())
    let free = candidates.first(where: isFree) ?? Self.printable.first(where: isFree)
    // There are more printable characters than a board has kinds.
    let letter = free ?? "?"
    own[letter] = token
    return letter
  }

  /// All letters that mean something, with their tokens, in the order of the tokens.
  public var meanings: [(letter: Character, token: BubbleToken)] {
    Self.defaults.merging(own) { $1 }
      .map { (letter: $0.key, token: $0.value) }
      .sorted { ($0.token, $0.letter) < ($1.token, $1.letter) }
  }

  /// Whether a character may be a letter of a legend: one visible scalar that is not empty.
  public static func isLetter(_ character: Character) -> Bool {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return false
    }
    return isLetter(scalar)
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (33...126).contains(scalar.value) && scalar != "." }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .mathSymbol, .currencySymbol, .otherSymbol, .otherPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation:
      return true
    default: return false
    }
  }

  private func isFree(_ letter: Character) -> Bool {
    Self.isLetter(letter) && own[letter] == nil && Self.defaults[letter] == nil
  }

  /// Letters to fall back on: ASCII, then Latin and Greek ones.
  private static let printable: [Character] = [33...126, 0xC0...0x24F, 0x391...0x3C9].flatMap {
    (range: ClosedRange<UInt32>) in range.compactMap { Unicode.Scalar($0).map { Character($0) } }
  }
}
