import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// The web server of `playtest studio`: this machine's browser only, see SECURITY.md.
public final class StudioServer: Sendable {
  /// The port that is taken where it is free.
  public static let usualPort = 7_700
  /// The ports that are tried from the first one on.
  static let portsTried = 100

  /// The port that the server listens at, on 127.0.0.1.
  public let port: Int
  /// Who may use the server.
  public let access: StudioAccess

  private let application: any StudioApplication
  private let limits: StudioLimits
  private let connections: OpenConnections
  private let listener: any Channel
  private let serving: Task<Void, Never>
  /// Finishes when `serving` has ended.
  private let ended: AsyncStream<Never>
  private let hasStopped = Mutex(false)

  /// Starts to serve an application.
  ///
  /// - Parameters:
  ///   - application: Answers requests and messages.
  ///   - port: 1 to 65,535; nil: the usual one or, where that is taken, the next free one. 0 lets
  ///     the system choose.
  ///   - limits: How much clients may send, and how slowly.
  /// - Throws: That no port is free, or the system's error.
  public init(
    _ application: any StudioApplication, port: Int? = nil, limits: StudioLimits = .init()
  ) async throws(StudioServerError) {
    let connections = OpenConnections(limits: limits)
    let bound = try await Self.bind(port, connections: connections, limits: limits)
    self.application = application
    self.limits = limits
    self.connections = connections
    self.port = bound.channel.localAddress?.port ?? port ?? Self.usualPort
    listener = bound.channel
    access = StudioAccess(lifetime: limits.onceCode)
    let threads = WorkThreads()
    let routes = Routes(application, access: access, threads: threads)
    let socket = LiveSocket(
      application: application, access: access, limits: limits, connections: connections,
      threads: threads)
    let (ended, end) = AsyncStream<Never>.makeStream()
    self.ended = ended
    serving = Task {
      await Self.serve(bound, routes: routes, socket: socket)
      end.finish()
    }
  }

  /// The address that opens the studio as often as it is used; it belongs on the terminal only.
  public var reusableAddress: String { address(fragment: "token=\(access.token)") }

  /// An address that opens the studio once; it may be passed to a browser.
  public func oneTimeAddress() -> String { address(fragment: "once=\(access.issueCode())") }

  private func address(fragment: String) -> String { "http://127.0.0.1:\(port)/#\(fragment)" }

  /// Returns when the server has stopped.
  public func wait() async { await serving.value }

  /// Stops the server: tabs get `bye`, what is being answered is answered, and after
  /// `StudioLimits.stop` all connections are closed.
  public func stop() async {
    guard
      hasStopped.withLock({ stopped in
        defer { stopped = true }
        return !stopped
      })
    else { return }
    listener.close(promise: nil)
    connections.beginStop()
    let (first, over) = AsyncStream<Void>.makeStream()
    // Not in a group, which would wait for an application that is busy with something else.
    Task { [application, ended] in
      await application.stop()
      for await _ in ended {}
      over.finish()
    }
    let patience = Task { [limits] in
      try? await Task.sleep(for: limits.stop)
      over.finish()
    }
    for await _ in first {}
    patience.cancel()
    serving.cancel()
    connections.closeAll()
  }
}

/// Why a server could not be started.
public enum StudioServerError: Error, Sendable, CustomStringConvertible {
  case noPort(first: Int, last: Int)
  case system(port: Int, String)

  public var description: String {
    switch self {
    case .noPort(let first, let last):
      first == last
        ? "port \(first) of 127.0.0.1 is taken; choose another with --port, or leave --port out"
        : "the ports \(first) to \(last) of 127.0.0.1 are all taken; choose another with --port"
    case .system(let port, let message):
      "port \(port) of 127.0.0.1 cannot be opened: \(message); choose another with --port"
    }
  }
}
