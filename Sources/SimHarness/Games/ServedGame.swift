/// A game of this program that answers as an engine: it keeps levels and states under numbers.
package protocol ServedGame: AnyObject {
  /// Makes a level known.
  func level(_ number: Int, fields: JSONTree) throws(ServedError)
  func forget(_ level: Int) throws(ServedError)

  /// Starts a game; `keys` are those of its streams, where the host gives them.
  func new(
    _ state: Int, level: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError) -> ServedLook
  func apply(_ state: Int, move: [Int]) throws(ServedError) -> ServedLook
  func drop(_ state: Int) throws(ServedError)
  func copy(_ state: Int, to other: Int) throws(ServedError)
  func imagine(
    _ state: Int, to other: Int, seed: UInt64, keys: [UInt64]
  ) throws(ServedError)
  /// What comes of each move.
  func tries(_ state: Int, seed: UInt64, keys: [UInt64]) throws(ServedError) -> [ServedLook]
  /// The metrics of a state; nil if one is undefined.
  func figures(_ state: Int) throws(ServedError) -> [(name: String, value: Double)]
  func picture(_ state: Int) throws(ServedError) -> String
}

/// What an engine answers of a position.
package struct ServedLook {
  package var score = 0
  package var moves: [[Int]] = []
  package var outcome: Outcome?
  /// Why the game was lost; nil: nothing is said.
  package var reason: String?
  package var events: [(name: String, value: Int)] = []
  package var worth: Double?
  /// Hashes of the whole state, and of what is seen of it.
  package var whole: UInt64 = 0
  package var seen: UInt64?

  package init() {}
}

/// Why an operation is not done.
package struct ServedError: Error {
  package enum Kind: String {
    case illegal, level, state, unsupported, failed
  }

  package let kind: Kind
  package let message: String
  /// The field of the level that is to blame.
  package var field: String?

  package init(_ kind: Kind, _ message: String, field: String? = nil) {
    self.kind = kind
    self.message = message
    self.field = field
  }

  static func state(_ number: Int) -> ServedError {
    ServedError(.state, "there is no state \(number)")
  }
}

/// What an engine says of a game of this program.
package struct ServedGameDescription {
  /// As in the member `game` of the protocol's first answer.
  package var game: JSONTree
  /// The optional operations.
  package var can: [String]
  /// The version of the build; nil: the program's.
  package var version: String?

  package init(game: JSONTree, can: [String], version: String? = nil) {
    self.game = game
    self.can = can
    self.version = version
  }
}
