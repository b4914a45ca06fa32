/// Frequent operations on arrays that avoid allocations.
extension Array {
  /// Removes all elements and keeps the capacity.
  ///
  /// Quicker than `removeAll(keepingCapacity:)` for an array that is empty already.
  @inlinable @inline(__always)
  package mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }

  /// Becomes a copy of `other`, reusing its capacity; does nothing if the two share storage.
  @inlinable
  package mutating func copy(from other: borrowing [Element]) {
    if count == other.count && start == other.start { return }
    empty()
    append(contentsOf: copy other)
  }

  /// Where its elements are.
  @inlinable @inline(__always)
  var start: UnsafePointer<Element>? { withUnsafeBufferPointer { $0.baseAddress } }
}
