/// One game that a person plays, whatever the game is.
///
/// It has no clock of its own: the caller passes the time, in monotonic seconds.
public protocol TerminalSession: AnyObject {
  /// Whether the game has ended by its own rules, or by a script's fault.
  var isOver: Bool { get }
  /// The game as it stands, for its record.
  var played: PlayedGame { get }
  /// The text at the foot of the screen once the game is over.
  var note: String { get set }
  /// The high scores beside the board once the game is over.
  var standings: [Standing] { get set }

  func handle(_ key: TerminalKey, at seconds: Double) -> TerminalRequest
  /// Lets time pass.
  func pass(to seconds: Double)
  /// When the screen changes by itself next; nil: not before a key comes.
  func nextChange(after seconds: Double) -> Double?
  func canvas(width: Int, height: Int, at seconds: Double) -> Canvas
}

/// What a session is made from.
public struct SessionRequest {
  public let level: PlayableLevel
  public let seed: UInt64
  public let index: Int
  public let player: String
  /// What runs the game's scripts.
  public let scripts: (any ScriptHosting)?
  /// The script host for hints, so that hints do not use up the game's limits.
  public let hintScripts: (any ScriptHosting)?
  /// The highest score of the level so far.
  public let highest: Int?
  public let glyphs: Glyphs
  /// The second player at the table.
  public let secondPlayer: SecondPlayer

  public init(
    level: PlayableLevel, seed: UInt64, index: Int, player: String,
    scripts: (any ScriptHosting)?, hintScripts: (any ScriptHosting)?, highest: Int?,
    glyphs: Glyphs, secondPlayer: SecondPlayer = .nobody
  ) {
    self.level = level
    self.seed = seed
    self.index = index
    self.player = player
    self.scripts = scripts
    self.hintScripts = hintScripts
    self.highest = highest
    self.glyphs = glyphs
    self.secondPlayer = secondPlayer
  }

  /// The game whose random streams are played: two-player tables share deals, as agents' games do.
  var deal: Int { secondPlayer.isPresent ? BatchRequest.sharedDeal(ofGame: index) : index }
}
