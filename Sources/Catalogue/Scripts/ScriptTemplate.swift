import BubbleBlastGame
import BubblePopGame
import CardsGame
import PeggleGame
import Resources
import SimHarness

/// What `playtest new` begins a script with: the project's own `scripts/*/_template*.lua`.
///
/// `NAME` stands for the script's name, `GLYPH` for a bubble's free character and `FILE` for the
/// script's file as a command line names it.
public enum ScriptTemplate {
  /// The file's name in each kind's folder; the underscore keeps it out of lists.
  public static let fileName = "_template.lua"

  /// The games that a kind of script has templates for; the default one, if there is one, first.
  public static func games(of kind: ScriptKind) -> [String] {
    switch kind {
    case .agent, .generator: GameRegistry.bundled.games.map(\.name).filter { has(kind, for: $0) }
    case .spawner: [BubbleBlast.name, BubblePop.name]
    case .bubble: [BubbleBlast.name]
    case .peg, .mode, .master: [Peggle.name]
    case .pop: [BubblePop.name]
    case .cards: [CardsKind.cards.rawValue]
    case .game: []
    }
  }

  /// The template of a kind of script for a game of one's own, one of `scripts/games/` or an
  /// engine; nil for a kind that has none.
  public static func text(of kind: ScriptKind, ownGame game: String) -> String? {
    guard hasOwn(kind) else { return nil }
    return Resource.text("scripts/\(kind.folder)/_template_own.lua")
      .replacing(ownGame, with: game)
  }

  /// Whether a kind has a template for games of one's own.
  public static func hasOwn(_ kind: ScriptKind) -> Bool { kind == .agent || kind == .generator }

  /// The game that the templates for games of one's own name.
  private static let ownGame = "tiles"

  /// Whether there is a template of agents or generators for a game: Bubble Blast's is the default
  /// one, and card games share theirs.
  private static func has(_ kind: ScriptKind, for game: String) -> Bool {
    game == BubbleBlast.name || CardsKind(rawValue: game) != nil
      || Resource.has("scripts/\(kind.folder)/_template_\(game).lua")
  }

  /// Why a script of a kind cannot have a name; nil if it can.
  public static func problem(with name: String, of kind: ScriptKind) -> String? {
    kind == .bubble && BubbleColour(name: name) != nil
      ? "'\(name)' is a colour; choose another name" : nil
  }

  /// The template of a kind of script.
  ///
  /// `game` is one of the kind's games; without it the template is that of the default one, for a
  /// spawner the one for all games.
  public static func text(of kind: ScriptKind, game: String? = nil) -> String {
    let cards = CardsKind.cards.rawValue
    let isCardGame = [CardsKind.set, .playingCards].contains { $0.rawValue == game }
    // Games whose template differs from another one in a few words have no file.
    let source = kind == .spawner ? nil : isCardGame ? cards : game
    let text = Resource.text("scripts/\(kind.folder)/\(fileName(of: kind, game: source))")
    guard let game, game != source else { return text }
    if kind == .spawner {
      return text.replacing(bothGames, with: "  games = { \"\(game)\" }, -- the games it is for\n")
    }
    return ["\"", "playtest run ", "levels of "].reduce(text.replacing(cardsScript, with: "")) {
      $0.replacing($1 + cards, with: $1 + game)
    }
  }

  /// What a spawner's template says of its games.
  private static let bothGames = """
      -- The games it is for; both if this is left out.
      -- games = { "bubble-blast" },

    """

  /// What only levels of `cards` have.
  private static let cardsScript = """
        script = "tens", -- a file of scripts/cards/

    """

  /// The file of a template in its kind's folder.
  public static func fileName(of kind: ScriptKind, game: String? = nil) -> String {
    guard let game, game != games(of: kind).first || kind == .spawner else { return fileName }
    return "_template_\(game).lua"
  }

  /// A template's text with its placeholders replaced, where they stand as whole words.
  public static func filled(
    _ template: String, name: String, glyph: Character, file: String = "FILE"
  ) -> String {
    var result = ""
    var word = ""
    func ended(_ word: String) -> String {
      switch word {
      case "NAME": name
      case "GLYPH": String(glyph)
      case "FILE": file
      default: word
      }
    }
    for character in template {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += ended(word)
        word = ""
        result.append(character)
      }
    }
    return result + ended(word)
  }
}
