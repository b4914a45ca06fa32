import NIOCore
import Synchronization

/// The connections that are open, counted and limited.
final class OpenConnections: Sendable {
  private struct Open {
    var channels: [ObjectIdentifier: any Channel] = [:]
    /// Since when those wait that are no sockets, and of which no request is being answered.
    var waiting: [ObjectIdentifier: Int] = [:]
    /// Grows from connection to connection, and each time that a request was answered.
    var lastTurn = 0
    var sockets = 0
    /// The outboxes of the tabs, by their ids.
    var tabs: [Int: Outbox] = [:]
    var lastTab = 0
    var isStopping = false
  }

  private let open = Mutex(Open())
  private let limits: StudioLimits

  init(limits: StudioLimits) { self.limits = limits }

  var isStopping: Bool { open.withLock(\.isStopping) }

  /// Counts a new connection until it is closed; false if there are too many.
  ///
  /// Connections that only wait keep nobody out: the one that has waited longest is closed.
  func admit(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let (isAdmitted, oldest) = open.withLock { open -> (Bool, (any Channel)?) in
      guard !open.isStopping else { return (false, nil) }
      var oldest: (any Channel)?
      if open.channels.count >= limits.connections {
        guard let first = open.waiting.min(by: { $0.value < $1.value }) else { return (false, nil) }
        open.waiting[first.key] = nil
        oldest = open.channels.removeValue(forKey: first.key)
      }
      open.lastTurn += 1
      open.channels[key] = channel
      open.waiting[key] = open.lastTurn
      return (true, oldest)
    }
    oldest?.close(promise: nil)
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in
      self.open.withLock { open in
        open.channels[key] = nil
        open.waiting[key] = nil
      }
    }
    return true
  }

  /// A connection begins or ends to be of use, so that it is not closed for another one.
  func set(_ channel: any Channel, isBusy: Bool) {
    open.withLock { open in
      let key = ObjectIdentifier(channel)
      guard open.channels[key] != nil else { return }
      open.lastTurn += 1
      open.waiting[key] = isBusy ? nil : open.lastTurn
    }
  }

  /// Counts a connection that becomes a socket until it is closed; false if there are too many.
  func admitSocket(_ channel: any Channel) -> Bool {
    let isAdmitted = open.withLock { open in
      guard open.sockets < limits.sockets, !open.isStopping else { return false }
      open.sockets += 1
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in
      self.open.withLock { $0.sockets -= 1 }
    }
    return true
  }

  /// The tab of a socket until `remove`.
  func addTab(_ outbox: Outbox) -> LiveTab {
    open.withLock { open in
      open.lastTab += 1
      open.tabs[open.lastTab] = outbox
      return LiveTab(id: open.lastTab, outbox: outbox)
    }
  }

  func remove(_ tab: LiveTab) { open.withLock { $0.tabs[tab.id] = nil } }

  /// Says goodbye to all tabs and lets connections end as soon as nothing is being answered.
  func beginStop() {
    let (tabs, channels) = open.withLock { open in
      open.isStopping = true
      return (Array(open.tabs.values), Array(open.channels.values))
    }
    for outbox in tabs {
      outbox.post(.text(LiveEvent.bye.text))
      outbox.close(.goingAway)
    }
    for channel in channels {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  func closeAll() {
    for channel in open.withLock({ Array($0.channels.values) }) {
      channel.close(promise: nil)
    }
  }
}
