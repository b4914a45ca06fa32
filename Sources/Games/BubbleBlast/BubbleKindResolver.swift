import SimHarness

/// Looks up kinds in a catalog, each once.
public final class BubbleKindResolver {
  /// What a catalog says about a name.
  enum Answer {
    case kind(BubbleKind)
    case unknown
    case faulty(ScriptFault)
  }

  private let catalog: any BubbleKindCatalog
  private var answers: [String: Answer] = [:]
  /// The names to suggest for a mistyped one.
  private(set) lazy var names = catalog.bubbleKindNames

  package init(catalog: any BubbleKindCatalog) { self.catalog = catalog }

  func answer(for name: String) -> Answer {
    if let known = answers[name] { return known }
    let answer: Answer
    do throws(ScriptFault) {
      answer = try catalog.bubbleKind(named: name).map { .kind($0) } ?? .unknown
    } catch {
      answer = .faulty(error)
    }
    answers[name] = answer
    return answer
  }

  /// The parameters of a kind; nil after recording that there is none or a faulty one.
  func parameters(of name: String, at field: JSONCursor) -> [ScriptParameter]? {
    switch answer(for: name) {
    case .kind(let kind): return kind.parameters
    case .unknown: field.report(complaint(about: name))
    case .faulty(let fault): field.report(fault.message)
    }
    return nil
  }

  /// The kinds of these names and all that they use, sorted by name.
  package func closure(of names: [String]) throws(LevelError) -> [BubbleKind] {
    var found: [String: BubbleKind] = [:]
    var open = names.map { (name: $0, user: String?.none) }
    while let next = open.popLast() {
      if found[next.name] != nil { continue }
      switch answer(for: next.name) {
      case .kind(let kind):
        found[next.name] = kind
        open += kind.uses.map { (name: $0, user: kind.name) }
      case .unknown: throw .invalid(complaint(about: next.name, usedBy: next.user))
      case .faulty(let fault): throw .script(fault)
      }
      if found.count > BubbleLevelFile.maxKinds {
        throw .invalid(
          "the level needs more than \(BubbleLevelFile.maxKinds) kinds of specials; use fewer")
      }
    }
    return found.values.sorted { $0.name < $1.name }
  }

  /// The sentence about a name that is not in `known`.
  func complaint(about name: String, called noun: String, known: [String]) -> String {
    catalog.complaint(about: name, called: noun, known: known, of: [.bubble])
  }

  /// Where kinds were looked for, to end a message with.
  var searched: String { catalog.searched(for: [.bubble]) }

  /// The sentence about a name that no kind has.
  func complaint(about name: String, usedBy user: String? = nil) -> String {
    let text = complaint(about: name, called: "kind", known: names)
    return user.map { "the kind \(SafeText.named($0)) uses another one: \(text)" } ?? text
  }
}
