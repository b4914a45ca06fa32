import NIOCore
import NIOHTTP1

/// Looks at the bytes of a connection before they are parsed, and refuses first lines that the parser
/// takes although other programs read them differently: several spaces between the parts, empty
/// lines before the first one, the name of another protocol.
///
/// It follows the lengths of bodies only to find where the next request begins. What it does not
/// understand it leaves to the parser and to `RequestRules`, which end the connection.
final class RequestShape: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private enum Place: Equatable {
    /// Before the first letter of a request.
    case start
    case method
    case beforeTarget
    case target
    /// Inside the protocol's name, behind this many of its bytes.
    case name(Int)
    case version
    case lineEnd
    case fieldStart
    case fieldName
    case fieldValue
    /// In the value of `content-length`.
    case length
    case headEnd
    case body(Int)
    /// Nothing that follows is looked at.
    case passed
    /// Nothing that follows is let through.
    case refused
  }

  private static let protocolName = Array("HTTP/".utf8)
  private static let lengthName = Array("content-length".utf8)
  private static let upgradeName = Array("upgrade".utf8)

  private var place = Place.start
  /// The name of the field, in small letters, as far as it can be of interest.
  private var name: [UInt8] = []
  private var length = 0
  private var upgrades = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var buffer = unwrapInboundIn(data)
    switch place {
    case .passed: return context.fireChannelRead(data)
    case .refused: return
    default: break
    }
    let good = count(of: buffer.readableBytesView)
    if let slice = buffer.readSlice(length: good), good > 0 {
      context.fireChannelRead(wrapInboundOut(slice))
    }
    if place == .refused { context.fireErrorCaught(HTTPParserError.invalidConstant) }
  }

  /// How many of the bytes may be let through.
  private func count(of bytes: ByteBufferView) -> Int {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if case .body(let left) = place {
        let some = min(left, bytes.endIndex - index)
        place = left == some ? .start : .body(left - some)
        index += some
        continue
      }
      step(bytes[index])
      if place == .refused { return index - bytes.startIndex }
      if place == .passed { break }
      index += 1
    }
    return bytes.count
  }

  private func step(_ byte: UInt8) {
    switch place {
    case .start, .method, .beforeTarget, .target, .name, .version, .lineEnd: stepInLine(byte)
    case .fieldStart:
      name = []
      place = byte == UInt8(ascii: "\r") ? .headEnd : .fieldName
      if place == .fieldName { stepInName(byte) }
    case .fieldName: stepInName(byte)
    case .fieldValue: if byte == UInt8(ascii: "\n") { place = .fieldStart }
    case .length: stepInLength(byte)
    case .headEnd: endHead()
    case .body, .passed, .refused: break
    }
  }

  private func stepInLine(_ byte: UInt8) {
    let isSpace = byte == UInt8(ascii: " ")
    switch place {
    case .start: place = Self.isOfMethod(byte) ? .method : .refused
    case .method where isSpace: place = .beforeTarget
    case .method: place = Self.isOfMethod(byte) ? .method : .refused
    case .beforeTarget: place = isSpace ? .refused : .target
    case .target where isSpace: place = .name(0)
    case .target:
      // A line without a version; other bytes are left to the rules.
      place = byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") ? .refused : .target
    case .name(let count):
      let isNext = byte == Self.protocolName[count]
      place = !isNext ? .refused : count + 1 < Self.protocolName.count ? .name(count + 1) : .version
    case .version where byte == UInt8(ascii: "\r"): place = .lineEnd
    case .version: place = Self.isOfVersion(byte) ? .version : .refused
    default: place = byte == UInt8(ascii: "\n") ? .fieldStart : .refused
    }
  }

  private static func isOfMethod(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static func isOfVersion(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
  }

  private func stepInName(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: ":"):
      if name == Self.upgradeName { upgrades = true }
      place = name == Self.lengthName ? .length : .fieldValue
    case UInt8(ascii: "\n"): place = .fieldStart
    default:
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if name.count <= Self.lengthName.count { name.append(isCapital ? byte | 0x20 : byte) }
    }
  }

  private func stepInLength(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let (tens, isLarge) = length.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      // The rules refuse such a body.
      if isLarge || isLarger { place = .passed } else { length = sum }
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
    case UInt8(ascii: "\n"): place = .fieldStart
    default: place = .passed
    }
  }

  /// After the head comes a body, the next request, or what is not a request any more.
  private func endHead() {
    place = upgrades ? .passed : length > 0 ? .body(length) : .start
    length = 0
    upgrades = false
  }
}
