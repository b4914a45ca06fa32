import Synchronization

/// Whether an engine writes moves of one number as bare numbers: the host then does so too.
final class EngineMoveForm: Sendable {
  private let bare = Atomic<Bool>(false)

  var isBare: Bool { bare.load(ordering: .relaxed) }

  func setBare() {
    if !isBare { bare.store(true, ordering: .relaxed) }
  }
}
