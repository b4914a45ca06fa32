import Glibc
import Synchronization

/// The files that are being written beside their places: what a signal that ends the process
/// removes.
public enum UnfinishedFiles {
  /// A file's place in the list; nil if the list was full.
  typealias Slot = Int?

  /// More files than are written at one time; those beyond are removed by a later cleanup.
  private static let count = 64

  /// The addresses of the files' paths; 0 in a place that is free.
  private static let paths = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

  /// Puts a file on the list.
  static func add(_ path: String) -> Slot {
    guard let copy = strdup(path) else { return nil }
    for slot in 0..<count {
      let result = paths[slot].compareExchange(
        expected: 0, desired: UInt(bitPattern: copy), ordering: .acquiringAndReleasing)
      if result.exchanged { return slot }
    }
    free(copy)
    return nil
  }

  /// Takes a file off the list: it is in its place, or was removed.
  static func drop(_ slot: Slot) {
    guard let slot else { return }
    free(take(slot))
  }

  /// Removes the files on the list; may be called in a handler of a signal.
  ///
  /// It calls nothing but `unlink`, and takes each name off the list before it is read.
  public static func removeAll() {
    for slot in 0..<count {
      if let path = take(slot) { unlink(path) }
    }
  }

  private static func take(_ slot: Int) -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: paths[slot].exchange(0, ordering: .acquiringAndReleasing))
  }
}
