import TextFormats

/// What the server tells a page without being asked.
public enum LiveEvent: Sendable, Equatable {
  /// The fields of a message in their order.
  public struct Fields: Sendable, Equatable {
    public let members: [(key: String, value: JSONTree)]

    public init(_ members: [(key: String, value: JSONTree)]) { self.members = members }

    public static func == (left: Fields, right: Fields) -> Bool {
      JSONTree.object(left.members) == JSONTree.object(right.members)
    }
  }

  /// The figures so far of a document; `isFresh` for those of a confirmation.
  case figures(document: Int, revision: Int, isFresh: Bool, Fields)
  /// A document has changed elsewhere: in another tab, or on the disk.
  case board(document: Int, Fields)
  /// What players are dealt in a game of a document that has changed.
  case deal(document: Int, Fields)
  /// What happened by itself in a person's game.
  case turn(session: Int, Fields)
  /// A level came, went or changed.
  case file(Fields)
  /// The server stops.
  case bye

  /// JSON of one line.
  public var text: String {
    let (name, own, fields): (String, [(key: String, value: JSONTree)], Fields?) =
      switch self {
      case .figures(let document, let revision, let isFresh, let fields):
        (
          "figures",
          [(key: "doc", value: .int(document)), (key: "rev", value: .int(revision))]
            + (isFresh ? [(key: "fresh", value: true)] : []), fields
        )
      case .board(let document, let fields):
        ("board", [(key: "doc", value: .int(document))], fields)
      case .deal(let document, let fields):
        ("deal", [(key: "doc", value: .int(document))], fields)
      case .turn(let session, let fields):
        ("turn", [(key: "session", value: .int(session))], fields)
      case .file(let fields): ("file", [], fields)
      case .bye: ("bye", [], nil)
      }
    return JSONWriter.compact(
      .object([(key: "ev", value: .string(name))] + own + (fields?.members ?? [])))
  }

  /// Events of the same key replace each other while they wait for a slow tab.
  var key: String? {
    switch self {
    case .figures(let document, _, let isFresh, _): "figures \(document) \(isFresh)"
    case .deal(let document, _): "deal \(document)"
    case .board, .turn, .file, .bye: nil
    }
  }
}

extension LiveTab {
  /// Sends an event; of figures and deals, a slow tab gets only the newest.
  public func send(_ event: LiveEvent) { send(event.text, replacing: event.key) }
}
