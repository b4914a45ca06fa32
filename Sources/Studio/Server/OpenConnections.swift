import NIOCore
import Synchronization

/// The connections that are open, counted and limited.
final class OpenConnections: Sendable {
  private struct Open {
    var channels: [ObjectIdentifier: any Channel] = [:]
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
  func admit(_ channel: any Channel) -> Bool {
    let key = ObjectIdentifier(channel)
    let isAdmitted = open.withLock { open in
      guard open.channels.count < limits.connections, !open.isStopping else { return false }
      open.channels[key] = channel
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { _ in
      self.open.withLock { $0.channels[key] = nil }
    }
    return true
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
    for channel in open.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
  }
}
