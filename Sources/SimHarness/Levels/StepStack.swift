/// Steps of a history in blocks: when a copy is changed, only one block is copied, not all steps.
struct StepStack<Step: Sendable>: Sendable {
  /// Steps in each block but the last.
  static var blockSize: Int { 128 }

  /// No block is empty.
  private var blocks: [[Step]] = []

  /// How many steps there are.
  var count: Int {
    blocks.isEmpty ? 0 : (blocks.count - 1) * Self.blockSize + (blocks.last?.count ?? 0)
  }

  /// The newest step.
  var last: Step? { blocks.last?.last }

  mutating func push(_ step: Step) {
    if let last = blocks.indices.last, blocks[last].count < Self.blockSize {
      blocks[last].append(step)
    } else {
      blocks.append([step])
    }
  }

  /// Removes the newest step.
  @discardableResult
  mutating func pop() -> Step? {
    guard let last = blocks.indices.last else { return nil }
    let step = blocks[last].popLast()
    if blocks[last].isEmpty { blocks.removeLast() }
    return step
  }

  /// Removes the oldest steps: a block of them, or all where there are fewer.
  mutating func removeOldestBlock() {
    if !blocks.isEmpty { blocks.removeFirst() }
  }
}
