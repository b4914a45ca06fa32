/// What is done again and again, without asking for memory each time.
extension Array {
  /// Takes out all elements and keeps the memory.
  ///
  /// Quicker than `removeAll(keepingCapacity:)` for an array that is empty already.
  @inlinable @inline(__always)
  package mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }

  /// Becomes a copy of `other` in the memory that it has; nothing is done where the two share it.
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
