import Synchronization

/// The total instructions of all scripts while they are loaded or checked.
///
/// A script's own limits hold for each of its machines; this bounds their sum, so that neither a
/// thousand slow scripts nor one that is called a thousand times takes longer than a few slow ones.
/// Machines that are opened inside `within` draw on it. When it is used up, the next script that
/// uses more than a thousand instructions ends in a fault that names it.
public final class LoadingBudget: Sendable {
  /// The budget that machines opened now draw on; nil outside any `within`, as in games.
  @TaskLocal static var current: LoadingBudget?

  /// Instructions for all scripts that a library loads: ten times those of a game.
  public static let loadingInstructions = 500_000_000
  /// Instructions for the check of one script, its small games included: forty times those of a
  /// game.
  public static let checkInstructions = 2_000_000_000

  private let instructions: Int
  /// What they are for, in words.
  private let purpose: String
  private let spent = Atomic<Int>(0)

  public init(instructions: Int, for purpose: String) {
    self.instructions = instructions
    self.purpose = purpose
  }

  /// What is left.
  var left: Int { max(0, instructions - spent.load(ordering: .relaxed)) }

  /// Subtracts the instructions that a machine has used.
  func spend(_ count: Int) { spent.wrappingAdd(count, ordering: .relaxed) }

  /// Does something whose scripts draw on this budget.
  package func within<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try Self.$current.withValue(self) { () -> Result<Value, Failure> in
      do throws(Failure) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// The fault of a machine whose limit was what was left: names the whole budget instead.
  func naming(_ fault: ScriptFault) -> ScriptFault {
    guard fault.kind == .budget,
      let place = fault.message.firstRange(of: ": the instruction budget")
    else { return fault }
    return self.fault(at: fault.message[..<place.lowerBound])
  }

  /// The fault of a script for which nothing is left.
  package func fault(at place: some StringProtocol) -> ScriptFault {
    ScriptFault(
      kind: .budget,
      message: "\(place): the \(instructions) instructions for \(purpose) are used up; make the"
        + " scripts faster or fewer")
  }
}
