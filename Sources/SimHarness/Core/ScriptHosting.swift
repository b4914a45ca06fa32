/// A class of host objects as scripts see it: the names of its methods and properties.
public struct ScriptInterface: Sendable {
  /// One name of the class.
  public struct Member: Sendable {
    public let name: String
    public let function: Int
    public let isProperty: Bool
    /// Whether a table as the first argument arrives as `ScriptRequest.list`.
    public var takesList = false

    public static func method(_ name: String, _ function: Int) -> Member {
      Member(name: name, function: function, isProperty: false)
    }
    public static func property(_ name: String, _ function: Int) -> Member {
      Member(name: name, function: function, isProperty: true)
    }
  }

  /// The class's name in messages, such as `board`.
  public let name: String
  public let members: [Member]
  /// Called with a name that is no member, for reading; nil: such a name is an error.
  public let openGet: Int?
  /// Called with a name that is no member and a value; nil: such an assignment is an error.
  public let openSet: Int?

  public init(name: String, members: [Member], openGet: Int? = nil, openSet: Int? = nil) {
    self.name = name
    self.members = members
    self.openGet = openGet
    self.openSet = openSet
  }
}

/// A script's text with its name and content hash.
public struct ScriptSource: Hashable, Sendable {
  /// The name in messages: the file's path below the scripts folder, or as the user gave it.
  public let name: String
  public let text: String
  /// The content hash in hexadecimal.
  public let hash: String
  /// Whether this is one of the bundled scripts, which a test shows to be stateless: those may
  /// share a VM across games.
  public let isBundled: Bool
  /// Whether the text mentions `require`, so that it may need the modules of the library folder.
  public let mentionsRequire: Bool

  public init(name: String, text: String, isBundled: Bool = false) {
    self.name = name
    self.text = text
    self.hash = StableDigest.hex(of: text)
    self.isBundled = isBundled
    mentionsRequire = text.split { !($0.isLetter || $0 == "_") }.contains("require")
  }

  public static func == (a: ScriptSource, b: ScriptSource) -> Bool {
    a.name == b.name && a.hash == b.hash && a.isBundled == b.isBundled
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(hash)
  }
}

/// A script that a worker's host has made ready, by number.
public struct ScriptHandle: Hashable, Sendable {
  public let index: Int
}

/// A script as one level or agent uses it: the text, its functions, its parameters' values.
public struct ScriptUse: Sendable {
  public let source: ScriptSource
  /// The names of its functions, called by their position here.
  public let hooks: [String]
  /// What `params` holds.
  public let parameters: [(name: String, value: Double)]
  /// Where the script is the rules of a game: what the host prepares for them.
  public let rules: RulesSetup?

  public init(
    source: ScriptSource, hooks: [String], parameters: [(name: String, value: Double)],
    rules: RulesSetup? = nil
  ) {
    self.source = source
    self.hooks = hooks
    self.parameters = parameters
    self.rules = rules
  }
}

/// An owner of scripts, such as a level's setup.
///
/// Handles are kept as long as the object lives.
public protocol ScriptUser: AnyObject, Sendable {
  var scriptUses: [ScriptUse] { get }
}

/// A worker's host for scripts: makes them ready, and calls their functions by handle with plain
/// data.
///
/// Core knows no script language; `ScriptHost` conforms. A host is not Sendable and never leaves
/// its worker.
public protocol ScriptHosting: AnyObject {
  /// A new game begins: resets the allowances and removes everything of the last game.
  func beginGame()

  /// A new game begins, of which the number in its cell is known.
  func beginGame(_ number: Int)

  /// What this worker keeps of rules that are not a script: opened when it is first asked for.
  func session(
    of source: AnyObject, opening open: () throws(ScriptFault) -> any RulesSession
  ) throws(ScriptFault) -> any RulesSession

  /// The handles of a user's scripts, in the order of `scriptUses`.
  func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle]

  /// Calls hook `hook` of a script, which has it, with three values, and gives its first result.
  ///
  /// `server` answers what the script asks meanwhile. Calls may nest across scripts.
  @discardableResult
  func call(
    _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
    _ third: ScriptDatum, server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum

  /// Calls the rules of a game, which are the user's first script.
  ///
  /// - Throws: The script's fault; the call's results are then undefined.
  func perform(_ call: inout RulesCall, of user: any ScriptUser) throws(ScriptFault)

  /// Whether the game that has just been played must be played again, because rules that did not
  /// count their instructions could not tell whether a limit ends it. From then on they count.
  func mustPlayAgain() -> Bool

  /// The datum that shows a script its own `params`.
  func parameters(of script: ScriptHandle) -> ScriptDatum

  /// A host object of the interface of this name.
  func object(_ interface: String, instance: Int) -> ScriptDatum

  /// Charges work done on a script's behalf against its instructions of this game.
  func charge(_ script: ScriptHandle, instructions: Int)

  /// Counts the game's own work, such as physics, on behalf of the agent that imagines it.
  func addWork(_ instructions: Int)

  /// Memory that a game may use again from turn to turn, in this worker; nothing in it may reach a
  /// result.
  var workspace: AnyObject? { get set }

  /// The receiver of the lines that scripts print; nil if there is none.
  var printing: ScriptPrinting? { get }

  /// Whether the thread that uses it is a worker's, which does nothing else until the host is gone.
  var ownsThread: Bool { get }
}

extension ScriptHosting {
  public func beginGame(_ number: Int) { beginGame() }

  public func session(
    of source: AnyObject, opening open: () throws(ScriptFault) -> any RulesSession
  ) throws(ScriptFault) -> any RulesSession { try open() }

  public func perform(_ call: inout RulesCall, of user: any ScriptUser) throws(ScriptFault) {
    throw ScriptFault(kind: .error, message: "this host has no rules of games")
  }
  public func mustPlayAgain() -> Bool { false }
  public func charge(_ script: ScriptHandle, instructions: Int) {}
  public func addWork(_ instructions: Int) {}
  public var printing: ScriptPrinting? { nil }
  public var ownsThread: Bool { false }

  /// A host without such memory: it is created each time.
  public var workspace: AnyObject? {
    get { nil }
    set {}
  }
}
