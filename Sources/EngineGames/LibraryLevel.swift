import CProcess
import SimHarness

/// A level that an engine's library has opened; any thread may use it.
final class LibraryLevel: Sendable {
  let library: EngineLibrary
  /// Of the library's own value, which is only read; a pointer could not be sent.
  private let address: UInt
  let stateBytes: Int

  /// Opens a level with fields, which are JSON.
  ///
  /// - Throws: Why it cannot be played.
  init(_ fields: String, of library: EngineLibrary) throws(LibraryRefusal) {
    var error = [CChar](repeating: 0, count: 1000)
    let level = clibrary_open_level(library.pointer, fields, &error, error.count)
    guard let level else { throw LibraryRefusal(EngineLibrary.text(of: error)) }
    self.library = library
    address = UInt(bitPattern: level)
    stateBytes = Int(clibrary_state_bytes(level))
  }

  deinit { clibrary_close_level(pointer) }

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
}

/// Why a library does not open a level.
struct LibraryRefusal: Error {
  /// The field to blame; nil: none is named.
  let field: String?
  let message: String

  /// Reads `FIELD: message`, or a message alone.
  init(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let isField =
      parts.count == 2 && !parts[0].isEmpty
      && parts[0].utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
      }
    field = isField ? String(parts[0]) : nil
    let message = isField ? parts[1].drop(while: { $0 == " " }) : text[...]
    self.message = SafeText.escaped(String(message), limit: 400)
  }
}
