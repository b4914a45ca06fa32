import Synchronization
import Testing

@testable import Studio

/// What waits to be sent to one tab.
@Suite struct OutboxTests {
  private final class Count: Sendable {
    let closed = Atomic(0)
  }

  private static func texts(_ outbox: Outbox) -> [String] {
    var texts: [String] = []
    while let message = outbox.next() {
      if case .text(let text) = message { texts.append(text) }
    }
    return texts
  }

  @Test func newerMessagesReplaceOlderOnesOfTheirKey() {
    let outbox = Outbox(StudioLimits()) {}
    outbox.post(.text("a1"), replacing: "a")
    outbox.post(.text("plain"))
    outbox.post(.text("b1"), replacing: "b")
    outbox.post(.text("a2"), replacing: "a")
    outbox.post(.text("plain"))
    #expect(Self.texts(outbox) == ["plain", "b1", "a2", "plain"])
    #expect(outbox.next() == nil && outbox.end == nil)
  }

  @Test func whatIsPostedBeforeTheEndIsSent() {
    let count = Count()
    let outbox = Outbox(StudioLimits()) { count.closed.add(1, ordering: .relaxed) }
    outbox.post(.text("a"))
    outbox.close(.goingAway)
    outbox.close(.normalClosure)
    outbox.post(.text("b"))
    #expect(Self.texts(outbox) == ["a"])
    #expect(outbox.end == .goingAway)
    #expect(count.closed.load(ordering: .relaxed) == 1)
  }

  @Test func tooManyMessagesEndIt() {
    let outbox = Outbox(.patient { $0.waitingMessages = 3 }) {}
    for _ in 0..<3 { outbox.post(.text("a")) }
    for _ in 0..<10 { outbox.post(.ping, replacing: "a") }
    #expect(outbox.end == .unknown(1_013))
    let kept = Outbox(.patient { $0.waitingMessages = 3 }) {}
    for _ in 0..<3 { kept.post(.text("a")) }
    #expect(kept.end == nil)
    for _ in 0..<3 { _ = kept.next() }
    for _ in 0..<100 { kept.post(.text("a"), replacing: "a") }
    #expect(kept.end == nil && Self.texts(kept) == ["a"])
  }

  @Test func tooManyBytesEndIt() {
    let outbox = Outbox(.patient { $0.waitingBytes = 10 }) {}
    outbox.post(.text("12345"))
    outbox.post(.text("12345"))
    #expect(outbox.end == nil)
    _ = outbox.next()
    outbox.post(.pong(Array(repeating: 0, count: 5)))
    #expect(outbox.end == nil)
    outbox.post(.text("1"))
    #expect(outbox.end == .unknown(1_013) && outbox.next() == nil)
  }
}
