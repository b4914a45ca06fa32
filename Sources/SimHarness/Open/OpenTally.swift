/// Counts the events of an open game, and keeps the metrics that the game declares.
public struct OpenTally: GameTally {
  /// Those of a game are data: see its entry.
  public static var metrics: [MetricDefinition] { [] }

  private let level: OpenLevel?
  @usableFromInline var counts: [EventCount] = []
  private var figures: [Int64?] = []
  /// What two-player games count.
  private var table = TableFigures()
  /// Whether what is counted belongs to a game that is over.
  @usableFromInline var isOver = false
  /// Why the game that is over has its outcome.
  public private(set) var lossReason: String?

  public init() { level = nil }

  public init(level: OpenLevel) {
    self.level = level
    counts = Array(repeating: EventCount(), count: level.spec.events.count)
    figures = Array(repeating: nil, count: level.spec.metrics.count)
  }

  @usableFromInline
  mutating func reset() {
    // In the memory of the game before.
    for place in counts.indices { counts[place] = EventCount() }
    for place in figures.indices { figures[place] = nil }
    table.reset()
    isOver = false
    lossReason = nil
  }

  public mutating func gameDidStart(_ state: borrowing OpenState, index: Int) {
    // The events of the start come before it.
    if isOver { reset() }
  }

  // Inlinable, as the loop that plays games is specialized in other modules.
  @inlinable
  public mutating func eventDidOccur(_ event: OpenEvent) {
    if isOver { reset() }
    guard counts.indices.contains(event.name) else { return }
    counts[event.name].add(event.value)
  }

  public mutating func gameWillEnd(
    _ state: borrowing OpenState, in context: inout GameContext
  ) throws(ScriptFault) {
    for (place, count) in counts.enumerated() where count.sum.magnitude >= Saturating.limit {
      throw fault(
        "the numbers of the event `\(state.level.spec.events[place].name)` add up to 10^15 or more in"
          + " a game; emit smaller ones", at: "events", in: state.level)
    }
    var call = RulesCall()
    for place in figures.indices {
      call.steps = [.load, .call]
      call.position = state.position
      call.player = Int(state.table.seat)
      call.function = .metric(place)
      try state.level.perform(&call, in: context)
      let name = "the value of the metric `\(state.level.spec.metrics[place].name)`"
      guard call.number.isFinite else {
        throw fault("\(name) must be a number", at: "metrics", in: state.level)
      }
      guard call.number.magnitude < MetricDefinition.maxReal else {
        throw fault(
          "\(name) must be between -2^31 and 2^31, not \(JSONWriter.number(call.number)); use a larger"
            + " unit", at: "metrics", in: state.level)
      }
      figures[place] = MetricDefinition.fixed(call.number)
    }
    lossReason = state.outcome == .lost ? try state.reason(in: context) : nil
  }

  private func fault(_ message: String, at field: String, in level: OpenLevel) -> ScriptFault {
    let source = level.game.source
    return ScriptFault(
      kind: .error, message: "\(source.name):\(source.line(settingField: field)): \(message)")
  }

  public mutating func gameDidEnd(_ state: borrowing OpenState, end: GameEnd, moves: Int) {
    isOver = true
    if state.level.isForTwo { table.take(state.table, end: end, moves: moves) }
  }

  public func appendValues(to values: inout [Int64?]) {
    let isForTwo = level?.isForTwo == true
    values.reserveCapacity(
      values.count + 2 * counts.count + figures.count
        + (isForTwo ? TableFigures.definitions.count : 0))
    for count in counts { values += [Int64(count.count), Int64(count.sum)] }
    values += figures
    if isForTwo { table.append(to: &values) }
  }
}

/// How often an event happened, and what its numbers add up to.
@usableFromInline
struct EventCount {
  @usableFromInline var count = 0
  @usableFromInline var sum = 0

  init() {}

  @inlinable
  mutating func add(_ value: Int) {
    count += 1
    sum = Saturating.sum(sum, value)
  }
}
