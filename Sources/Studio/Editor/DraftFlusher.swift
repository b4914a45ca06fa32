import NIOPosix
import SimHarness
import Synchronization

/// Brings a draft's steps onto the disk on another thread, so that no stroke waits for the disk.
///
/// A step outlives the program as soon as it is written; this is for a power cut.
final class DraftFlusher: Sendable {
  private struct State {
    /// Whether a flush is to begin; what is written until then is part of it.
    var isWaiting = false
    var problem: String?
  }

  private let draft: DesignDraft
  private let state = Mutex(State())

  init(_ draft: DesignDraft) { self.draft = draft }

  /// Why a flush failed; nil if none did since the draft was written as a whole.
  ///
  /// A later flush that succeeds does not bring back what the system has given up.
  var problem: String? { state.withLock(\.problem) }

  /// Returns at once.
  func flush() {
    let isFirst = state.withLock { state in
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    guard isFirst else { return }
    // Without a thread to run on it is done here, so nothing is lost where the pool has ended.
    NIOThreadPool.singleton.submit { _ in self.flushNow() }
  }

  /// Returns when everything written is on the disk.
  func flushNow() {
    state.withLock { $0.isWaiting = false }
    do throws(FileWriteError) {
      try draft.flush()
    } catch {
      state.withLock { $0.problem = StudioFailure(describing: error).message }
    }
  }

  /// The draft was written as a whole, and is on the disk.
  func forgetProblem() { state.withLock { $0.problem = nil } }
}
