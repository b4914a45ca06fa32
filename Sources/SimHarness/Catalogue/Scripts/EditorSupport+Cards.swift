extension EditorSupport {
  /// Card games: the script's table and its cards.
  static let cardsDefinitions = """
    ---A matching game of cards: what a file in scripts/cards/ returns. `match` is asked about every
    ---hand once, when a level is loaded.
    ---@class CardsScript
    ---@field name string letters, digits, - and _; the name that levels use
    ---@field summary? string one line, shown in lists
    ---@field features string[] the features that describe a card, at most 8 names
    ---@field hand? 2 | 3 cards that make a match (2)
    ---@field hands? integer[] hand sizes that levels may choose with `match`
    ---@field faces? "up" | "down" how cards lie on the table ("up")
    ---@field deal? integer cards on the table at the start (12)
    ---@field draw? integer cards dealt on request (0: no requests)
    ---@field refill? boolean whether the table is refilled to `deal` cards after a match
    ---@field scores? CardsScores
    ---@field goal? "clear" | integer no card left on the table, or a score; default: no goal
    ---@field deck fun(): CardTuple[] the cards, at most 128
    ---@field match fun(a: Card, b: Card, c?: Card): integer? points of a hand, or nil if it is not a match

    ---Points of a card game.
    ---@class CardsScores
    ---@field matched? integer factor for the points of `match` (1)
    ---@field mismatched? integer added for a hand that does not match (0)
    ---@field dealt? integer added for a deal on request while a match was on the table (0)
    ---@field chosen? integer added for each card that is turned up (0)

    ---A card of a deck: one whole number per feature, in the order of `features`, and a name.
    ---@class CardTuple
    ---@field name string at most 12 characters; no two cards share one
    ---@field [integer] integer

    ---A card as `match` gets it: its numbers by the names of the features.
    ---@class Card
    ---@field [string] integer

    """
}
