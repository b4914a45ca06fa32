import NIOCore
import NIOWebSocket

/// Puts the frames of a socket together into messages, and refuses what a browser does not send.
struct MessageAssembly {
  enum Arrival: Equatable {
    /// More fragments follow.
    case nothing
    case message([UInt8])
    case ping([UInt8])
    case pong
    case close
    case violation(WebSocketErrorCode)
  }

  let limits: StudioLimits
  private var bytes: [UInt8] = []
  /// The fragments so far; 0 between messages.
  private var fragments = 0

  init(limits: StudioLimits) { self.limits = limits }

  mutating func add(_ frame: WebSocketFrame) -> Arrival {
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return .violation(.protocolError)
    }
    switch frame.opcode {
    case .text: return fragments == 0 ? append(frame) : .violation(.protocolError)
    case .continuation: return fragments > 0 ? append(frame) : .violation(.protocolError)
    case .ping: return .ping(Array(buffer: frame.unmaskedData))
    case .pong: return .pong
    case .connectionClose: return .close
    case .binary: return .violation(.unacceptableData)
    default: return .violation(.protocolError)
    }
  }

  private mutating func append(_ frame: WebSocketFrame) -> Arrival {
    fragments += 1
    guard bytes.count + frame.length <= limits.messageBytes, fragments <= limits.fragments else {
      return .violation(.messageTooLarge)
    }
    bytes.append(contentsOf: frame.unmaskedData.readableBytesView)
    guard frame.fin else { return .nothing }
    defer {
      bytes = []
      fragments = 0
    }
    return .message(bytes)
  }
}
