import CProcess

/// Keeps an engine and the thread that asks it on one processor while they only wait for each other.
///
/// Of two that take turns only one ever works, so a second processor gains them nothing, and to wake
/// one that sleeps can take several times as long as the answer. An engine that takes its time for an
/// answer is left alone: it may have threads of its own.
struct ProcessorSharing: Sendable {
  /// Answers after which it is looked whether the two should share.
  private static let answersBeforeSharing = 256
  /// The same once they did: enough to be moved to a processor that has become idle.
  private static let answersBeforeSharingAgain = 16
  /// Answers after which it is looked whether they should part.
  private static let answersBeforeLooking = 64
  /// Seconds per answer, and what is done with it, up to which they share.
  private static let maxSecondsPerAnswer = 200e-6
  /// Seconds for which they share, so that other work of the machine can send them elsewhere.
  private static let maxSecondsShared = 0.05

  /// Seconds without a word after which they part: a long answer may be the work of many threads.
  static let patience = 0.005

  /// Whether the thread that asks does nothing else and lets them part when it has done its work: what
  /// a kept thread starts would be kept too.
  var isAllowed = false

  private var answers = 0
  private var wanted = Self.answersBeforeSharing
  /// When this stretch of answers began.
  private var began = 0.0
  /// Until when they share.
  private var end = 0.0
  /// The thread that shares; 0: none.
  private var thread: Int32 = 0

  var isOn: Bool { thread != 0 }

  /// Called before each line that is sent.
  mutating func willAsk(_ pid: Int32, at time: Double) {
    guard isAllowed else { return }
    if isOn, thread != cprocess_thread() { part(pid) }
    answers += 1
    guard answers > wanted else {
      if answers == 1 { began = time }
      return
    }
    let isFast = time - began < Double(wanted) * Self.maxSecondsPerAnswer
    answers = 1
    began = time
    if !isOn {
      guard isFast else {
        wanted = Self.answersBeforeSharing
        return
      }
      thread = cprocess_share_processor(pid)
      wanted = isOn ? Self.answersBeforeLooking : Self.answersBeforeSharing
      end = time + Self.maxSecondsShared
    } else if !isFast || time > end {
      part(pid)
      if isFast { wanted = Self.answersBeforeSharingAgain }
    }
  }

  /// Lets both run anywhere.
  mutating func part(_ pid: Int32) {
    if isOn { cprocess_part(pid, thread) }
    thread = 0
    answers = 0
    wanted = Self.answersBeforeSharing
  }
}
