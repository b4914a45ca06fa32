import SimHarness

/// The sorts of scripts that a Peggle level names.
///
/// The raw value is what one is called in messages.
public enum PeggleScriptKind: String, CaseIterable, Hashable, Sendable {
  case peg, mode, master

  /// The folder of its scripts.
  public var folder: String { script.folder }

  /// The same as a kind of script.
  package var script: ScriptKind {
    switch self {
    case .peg: .peg
    case .mode: .mode
    case .master: .master
    }
  }
}

/// What a level file must know of a peg, mode or master: its name and what may be set.
public struct PeggleScriptFacts: Hashable, Sendable {
  public let name: String
  /// A peg's character in pictures.
  public let glyph: Character?
  /// The colour a peg counts as; nil: its name.
  public let colour: String?
  /// Parameters in the order of their names.
  public let parameters: [ScriptParameter]

  public init(
    name: String, glyph: Character? = nil, colour: String? = nil,
    parameters: [ScriptParameter] = []
  ) {
    self.name = name
    self.glyph = glyph
    self.colour = colour
    self.parameters = parameters
  }
}

/// Where a level's pegs, modes and masters come from, by name.
public protocol PeggleCatalog: ScriptCatalog {
  /// The script of this name, or nil if there is none.
  /// - Throws: The fault of a script that is there and cannot be loaded.
  func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts?

  /// The names to suggest for a mistyped one, sorted.
  func peggleScriptNames(of kind: PeggleScriptKind) -> [String]
}

/// Scripts held in memory.
public struct PeggleScriptList: PeggleCatalog {
  private let scripts: [PeggleScriptKind: [String: PeggleScriptFacts]]

  public init(
    pegs: [PeggleScriptFacts] = [], modes: [PeggleScriptFacts] = [],
    masters: [PeggleScriptFacts] = []
  ) {
    func byName(_ facts: [PeggleScriptFacts]) -> [String: PeggleScriptFacts] {
      Dictionary(facts.map { ($0.name, $0) }) { first, _ in first }
    }
    scripts = [.peg: byName(pegs), .mode: byName(modes), .master: byName(masters)]
  }

  public func peggleScript(
    _ kind: PeggleScriptKind, named name: String
  ) throws(ScriptFault) -> PeggleScriptFacts? { scripts[kind]?[name] }

  public func peggleScriptNames(of kind: PeggleScriptKind) -> [String] {
    (scripts[kind] ?? [:]).keys.sorted()
  }
}

/// Looks up scripts in a catalog, each once.
public final class PeggleScriptResolver {
  /// What a catalog says about a name.
  enum Answer {
    case script(PeggleScriptFacts)
    case unknown
    case faulty(ScriptFault)
  }

  private let catalog: any PeggleCatalog
  private var answers: [PeggleScriptKind: [String: Answer]] = [:]
  private var known: [PeggleScriptKind: [String]] = [:]

  init(catalog: any PeggleCatalog) { self.catalog = catalog }

  func answer(for name: String, _ kind: PeggleScriptKind) -> Answer {
    if let found = answers[kind]?[name] { return found }
    let answer: Answer
    do throws(ScriptFault) {
      answer = try catalog.peggleScript(kind, named: name).map { .script($0) } ?? .unknown
    } catch {
      answer = .faulty(error)
    }
    answers[kind, default: [:]][name] = answer
    return answer
  }

  /// The script of this name, or what is wrong with the name.
  func script(_ name: String, _ kind: PeggleScriptKind) -> Result<PeggleScriptFacts, ScriptFault> {
    switch answer(for: name, kind) {
    case .script(let facts): .success(facts)
    case .faulty(let fault): .failure(fault)
    case .unknown: .failure(ScriptFault(kind: .error, message: complaint(about: name, kind)))
    }
  }

  /// Whether there is such a script; else a field says what is wrong.
  func knows(_ name: String, _ kind: PeggleScriptKind, at field: JSONCursor) -> Bool {
    guard case .failure(let fault) = script(name, kind) else { return true }
    field.report(fault.message)
    return false
  }

  /// The parameters of all scripts of a name; nil after recording that none is there or one is
  /// faulty.
  func parameters(of name: String, at field: JSONCursor) -> [ScriptParameter]? {
    var declared: [[ScriptParameter]] = []
    for kind in PeggleScriptKind.allCases {
      switch answer(for: name, kind) {
      case .script(let facts): declared.append(facts.parameters)
      case .unknown: break
      case .faulty(let fault):
        field.report(fault.message)
        return nil
      }
    }
    if declared.isEmpty { field.report(complaint(about: name)) }
    return declared.isEmpty ? nil : declared.flatMap(\.self)
  }

  func names(of kind: PeggleScriptKind) -> [String] {
    if let names = known[kind] { return names }
    let names = catalog.peggleScriptNames(of: kind)
    known[kind] = names
    return names
  }

  /// The sentence about a name that no script of any kind has.
  func complaint(about name: String) -> String {
    catalog.complaint(
      about: name, called: "script", known: PeggleScriptKind.allCases.flatMap { names(of: $0) },
      of: PeggleScriptKind.allCases.map(\.script))
  }

  /// The sentence about a name that no script of the kind has.
  func complaint(about name: String, _ kind: PeggleScriptKind) -> String {
    catalog.complaint(
      about: name, called: kind.rawValue, known: names(of: kind), of: [kind.script])
  }
}
