import Foundation
import Glibc
import Synchronization
import Testing

@testable import EngineGames

/// An engine that answers at once, and the thread that asks it, share a processor.
///
/// All times are made up: no answer is waited for.
@Suite(.enabled(if: Processors.usual.contains { ",-".contains($0) }))
struct ProcessorSharingTests {

  /// A program that does nothing, in an engine's place.
  private final class Engine {
    private let process = Process()
    var sharing = ProcessorSharing()
    private var time = 0.0

    init(_ program: String = "/bin/sleep", _ arguments: [String] = ["1000"]) throws {
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      sharing.isAllowed = true
    }

    deinit {
      sharing.part(pid)
      kill(pid, SIGKILL)
    }

    var pid: Int32 { process.processIdentifier }
    /// Its processors, and those of this thread.
    var processors: [String] {
      [Processors.list(of: "\(pid)"), Processors.list(of: "thread-self")]
    }

    /// Those of each of its threads.
    var threads: [String] {
      let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")
      return (tasks ?? []).map { Processors.list(of: "\(pid)/task/\($0)") }
    }

    /// The process that its first thread has started.
    var child: Int32? {
      let list = try? String(
        contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
      return list.flatMap { $0.split(separator: " ").first }.flatMap { Int32($0) }
    }

    /// Sends it lines, each so many seconds after the one before.
    func ask(_ lines: Int, every seconds: Double) {
      for _ in 0..<lines {
        time += seconds
        sharing.willAsk(pid, at: time)
      }
    }
  }

  private static let anywhere = [Processors.usual, Processors.usual]

  @Test func theyShareOneProcessorAfterEnoughQuickAnswers() throws {
    let engine = try Engine()
    engine.ask(256, every: 199e-6)
    #expect(engine.processors == Self.anywhere)
    engine.ask(1, every: 199e-6)
    let shared = engine.processors
    #expect(shared[0] == shared[1])
    #expect(Int(shared[0]) != nil, "one processor: \(shared[0])")
    // Free for a moment every 50 ms, in which the kernel can choose another one.
    engine.ask(2500, every: 20e-6)
    #expect(engine.processors == shared)
    engine.ask(64, every: 20e-6)
    #expect(engine.processors == Self.anywhere)
    engine.ask(17, every: 20e-6)
    #expect(engine.processors[0] == engine.processors[1])
    #expect(engine.processors != Self.anywhere)
    engine.sharing.part(engine.pid)
    #expect(engine.processors == Self.anywhere)
  }

  /// Threads and processes inherit the processor of the thread that starts them.
  @Test func whatIsStartedMeanwhileIsFreedToo() throws {
    let engine = try Engine(
      "/usr/bin/env",
      [
        "python3", "-c",
        """
        import threading, os, time
        while len(os.sched_getaffinity(0)) > 1: time.sleep(0.01)
        threading.Thread(target=time.sleep, args=[1000], daemon=True).start()
        if os.fork() == 0: os.execlp("sleep", "sleep", "1001")
        time.sleep(1000)
        """,
      ])
    engine.ask(257, every: 10e-6)
    let shared = engine.processors[0]
    #expect(EngineFixture.waits { engine.threads == [shared, shared] && engine.child != nil })
    let child = try #require(engine.child)
    defer { kill(child, SIGKILL) }
    #expect(Processors.list(of: "\(child)") == shared)
    engine.sharing.part(engine.pid)
    #expect(engine.threads == Self.anywhere)
    #expect(Processors.list(of: "\(child)") == Processors.usual)
  }

  /// A thread that has other work to do is left alone.
  @Test func onlyAWorkersThreadIsKept() throws {
    let engine = try Engine()
    engine.sharing.isAllowed = false
    engine.ask(1000, every: 10e-6)
    #expect(engine.processors == Self.anywhere)
  }

  /// An engine that takes its time may have threads that need the other processors.
  @Test func aSlowEngineIsLeftAlone() throws {
    let engine = try Engine()
    engine.ask(2000, every: 201e-6)
    #expect(engine.processors == Self.anywhere)
    engine.ask(600, every: 10e-6)
    #expect(engine.processors != Self.anywhere)
    engine.ask(65, every: 1e-3)
    #expect(engine.processors == Self.anywhere)
  }

  /// An engine's first thread may have chosen its processor itself.
  @Test func anEngineThatHasChosenItsProcessorsIsLeftAlone() throws {
    let first = try #require(Processors.usual.split { ",-".contains($0) }.first)
    let chosen = try Engine(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import os, time; os.sched_setaffinity(0, {\(first)}); time.sleep(1000)",
      ])
    #expect(EngineFixture.waits { chosen.processors[0] == first })
    chosen.ask(1000, every: 10e-6)
    #expect(chosen.processors == [String(first), Processors.usual])
  }

  /// Engines of one thread share its processor; it is free when the last one is.
  @Test func aThreadThatAsksTwoEnginesStaysWhereItIs() throws {
    let one = try Engine()
    let other = try Engine()
    one.ask(257, every: 10e-6)
    other.ask(257, every: 10e-6)
    #expect(one.processors == other.processors)
    one.sharing.part(one.pid)
    #expect(one.processors == [Processors.usual, other.processors[0]])
    other.sharing.part(other.pid)
    #expect(other.processors == Self.anywhere)
  }

  /// A connection may be used by one thread after another; the first is then free again.
  @Test func anotherThreadFreesTheOneBefore() throws {
    let engine = try Engine()
    engine.ask(257, every: 10e-6)
    #expect(engine.processors != Self.anywhere)
    let isDone = DispatchSemaphore(value: 0)
    let pid = engine.pid
    let sharing = Mutex(engine.sharing)
    Thread.detachNewThread {
      sharing.withLock { $0.willAsk(pid, at: 1) }
      isDone.signal()
    }
    isDone.wait()
    #expect(engine.processors == Self.anywhere)
  }
}

/// Where the kernel lets threads run.
private enum Processors {
  /// The processors of this program, as in `0-1`.
  static let usual = list(of: "self")

  /// Those of a thread, or of the first thread of a process.
  static func list(of thread: String) -> String {
    let status = try? String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8)
    let line = (status ?? "").split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
    return line.map { String($0.drop { $0 != "\t" }.dropFirst()) } ?? ""
  }
}
