/// What a step changed on a board that is on the page already.
public struct DesignPatch: Equatable, Sendable {
  /// Bodies that are gone.
  public var gone: [Int] = []
  /// Bodies that are new, elsewhere or of another kind.
  public var settled: [GameFilm.Body] = []
  /// Kinds that bodies have now, behind those that the page knows.
  public var kinds: [GameFilm.Kind] = []
  /// Grips that are new or other than they were; those of bodies that are gone go with them.
  public var grips: [Int: DesignGrips] = [:]
  /// The words of places that have others now, by the places' names.
  public var words: [String: String] = [:]
  /// All notes.
  public var notes: [DesignNote] = []

  public init() {}
}

extension DesignBoard {
  /// What leads from this board to another; nil if the board itself is another, as after a
  /// change of its size.
  public func patch(to other: DesignBoard) -> DesignPatch? {
    guard hasSameFrame(as: other) else { return nil }
    var patch = DesignPatch()
    var film = picture
    let before = Dictionary(picture.start.map { ($0.id, $0) }) { first, _ in first }
    for body in other.picture.start where other.picture.kinds.indices.contains(body.kind) {
      var body = body
      body.kind = film.number(of: other.picture.kinds[body.kind])
      if before[body.id] != body { patch.settled.append(body) }
    }
    patch.kinds = Array(film.kinds.dropFirst(picture.kinds.count))
    let left = Set(other.picture.start.map(\.id))
    patch.gone = picture.start.map(\.id).filter { !left.contains($0) }
    patch.grips = other.grips.filter { grips[$0.key] != $0.value }
    for (old, new) in zip(places, other.places) where old.words != new.words {
      patch.words[new.name] = new.words
    }
    patch.notes = other.notes
    return patch
  }

  /// The board after a patch: looks like the one that the patch leads to, and keeps the numbers of
  /// the kinds that it had.
  public mutating func apply(_ patch: DesignPatch) {
    for kind in patch.kinds { _ = picture.number(of: kind) }
    var bodies = Dictionary(picture.start.map { ($0.id, $0) }) { first, _ in first }
    for id in patch.gone {
      bodies[id] = nil
      grips[id] = nil
    }
    for body in patch.settled { bodies[body.id] = body }
    picture.start = bodies.values.sorted { $0.id < $1.id }
    grips.merge(patch.grips) { $1 }
    for index in places.indices {
      if let words = patch.words[places[index].name] { places[index].words = words }
    }
    notes = patch.notes
  }

  /// Whether everything but bodies, words and notes is the same.
  private func hasSameFrame(as other: DesignBoard) -> Bool {
    func frame(_ place: DesignPlace) -> DesignPlace {
      var place = place
      place.words = ""
      return place
    }
    let (film, next) = (picture, other.picture)
    return film.width == next.width && film.height == next.height
      && film.backdrop.elementsEqual(next.backdrop, by: ==)
      && places.count == other.places.count
      && zip(places, other.places).allSatisfy { frame($0) == frame($1) }
  }

  /// Whether two boards look the same, however their kinds are numbered.
  public func looks(like other: DesignBoard) -> Bool {
    guard let patch = patch(to: other) else { return false }
    return patch.gone.isEmpty && patch.settled.isEmpty && patch.grips.isEmpty
      && patch.words.isEmpty && Set(grips.keys) == Set(other.grips.keys) && notes == other.notes
  }
}
