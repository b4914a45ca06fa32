import CProcess
import Glibc
import SimHarness
import TextFormats

/// An engine's process: sends it a line, waits for a line, and keeps the end of its log.
///
/// Answers are waited for with a limit; the clock decides whether one came, never what it says.
struct EngineProcess: Sendable {
  /// What ends an engine.
  enum Failure: Error {
    /// No answer came in time; with or without the beginning of a line.
    case late(seconds: Double, inLine: Bool)
    /// Its output ended; with or without the beginning of a line.
    case ended(inLine: Bool)
    case tooLong
    /// Something came after the answer.
    case unasked
  }

  /// The most bytes of a line.
  static let maxLine = 16 << 20
  private static let chunk = 64 << 10
  /// Seconds without a word after which it is looked whether the process is still there.
  private static let watch = 0.25

  let pid: Int32
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  /// What was read of the answer: the first bytes of as many as there were ever room for.
  private(set) var received = [UInt8](repeating: 0, count: Self.chunk)
  private var count = 0
  private var polled: [pollfd]
  private var hasErrors = true
  private var hasInput = true
  private var log = EngineLog()
  private var sharing = ProcessorSharing()

  /// Starts the program of an engine's file.
  /// - Throws: Why it cannot be started.
  init(starting file: EngineFile) throws(ScriptFault) {
    let words = try file.words()
    func fault(_ what: String) -> ScriptFault {
      ScriptFault(
        kind: .error,
        message: "\(file.path):1: cannot start \(SafeText.escaped(words[0], limit: 200)): \(what)")
    }
    guard let program = Self.program(words[0], in: file.folder) else {
      throw fault(Self.reason(noProgram: words[0], in: file.folder))
    }
    var child = cprocess_child()
    let error = Self.withTexts(words) { arguments in
      Self.withTexts(Self.environment(of: file)) { environment in
        cprocess_start(program, arguments, environment, file.folder, file.memory, &child)
      }
    }
    switch error {
    case 0: break
    case ENOENT: throw fault("there is no such interpreter as its first line names")
    case ENOEXEC:
      throw fault(
        "the system cannot run it; let its first line be #! and an interpreter, or write the"
          + " interpreter first in \"command\"")
    default: throw fault(DiskFault(code: error).reason)
    }
    pid = child.pid
    input = child.input
    output = child.output
    errors = child.errors
    polled = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
    ]
  }

  /// The path of a program, as seen from the folder that it runs in.
  private static func program(_ name: String, in folder: String) -> String? {
    if name.hasPrefix("/") { return isProgram(name) ? name : nil }
    if name.contains("/") { return isProgram("\(folder)/\(name)") ? name : nil }
    for place in (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    where place.hasPrefix("/") && isProgram("\(place)/\(name)") {
      return "\(place)/\(name)"
    }
    return nil
  }

  /// Whether a path is an executable file; folders may be entered, which is the same right.
  private static func isProgram(_ path: String) -> Bool {
    access(path, X_OK) == 0 && !isFolder(path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  /// Why there is no program of a name, and what to do.
  private static func reason(noProgram name: String, in folder: String) -> String {
    guard name.contains("/") else { return "there is no such program in PATH" }
    let own = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let path = name.hasPrefix("/") ? name : "\(folder)/\(own)"
    guard access(path, F_OK) == 0 else {
      if name.hasPrefix("/") { return "there is no such program" }
      return "there is no such program in \(SafeText.escaped(wholePath(of: folder), limit: 200))"
    }
    if isFolder(path) { return "it is a folder" }
    return "it is not executable; run chmod +x \(SafeText.escaped(path, limit: 200))"
  }

  /// A folder's whole path; as it was given where it has none.
  static func wholePath(of folder: String) -> String {
    guard let path = realpath(folder, nil) else { return folder }
    defer { free(path) }
    return String(cString: path)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// All that an engine finds in its environment.
  private static func environment(of file: EngineFile) -> [String] {
    let fixed = [
      ("PATH", variable("PATH") ?? "/usr/bin:/bin"), ("HOME", variable("HOME") ?? "/"),
      ("LANG", "C.UTF-8"), ("TZ", "UTC"),
    ]
    let own = file.environment.map(\.name)
    return fixed.filter { !own.contains($0.0) }.map { "\($0.0)=\($0.1)" }
      + file.environment.map { "\($0.name)=\($0.value)" }
  }

  /// Calls a function with a list of C strings that ends with nil.
  private static func withTexts<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress) }
  }

  // MARK: Lines

  /// Sends a line, whose end is its last byte, and waits for the answer.
  ///
  /// - Returns: How many of the bytes of `received` are the answer, without its end.
  mutating func ask(_ line: [UInt8], within seconds: Double) throws(Failure) -> Int {
    let began = Self.now()
    sharing.willAsk(pid, at: began)
    var left = seconds
    var sent = 0
    var searched = 0
    count = 0
    while true {
      if sent < line.count {
        let written = line.withUnsafeBytes { bytes in
          write(input, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
        }
        // A program that reads no more says why by its end.
        if written > 0 { sent += written } else if errno == EPIPE { sent = line.count }
      }
      if sent == line.count {
        if let end = lineEnd(from: searched) {
          guard end == count - 1 else { throw .unasked }
          count = 0
          return end
        }
        searched = count
      }
      guard count <= Self.maxLine else { throw .tooLong }
      guard left > 0 else { throw .late(seconds: seconds, inLine: count > 0) }
      try wait(left, isSending: sent < line.count)
      // Most answers come at once, and need no second look at the clock.
      if lineEnd(from: searched) == nil { left = began + seconds - Self.now() }
    }
  }

  /// The place of the first line's end in what was received.
  private func lineEnd(from start: Int) -> Int? {
    received.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < count,
        let found = memchr(base + start, 10, count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Waits at most `seconds` until there is something to read or room to write, and reads it.
  private mutating func wait(_ seconds: Double, isSending: Bool) throws(Failure) {
    polled[1].fd = hasErrors ? errors : -1
    polled[2].fd = isSending ? input : -1
    let longest = sharing.isOn ? ProcessorSharing.patience : Self.watch
    let found = poll(&polled, 3, Int32(min(seconds * 1000 + 1, longest * 1000)))
    guard found > 0 else {
      sharing.part(pid)
      // What it started may keep its output open.
      if cprocess_has_ended(pid) != 0 { throw .ended(inLine: count > 0) }
      return
    }
    if polled[1].revents != 0 { drainLog() }
    guard polled[0].revents != 0 else { return }
    if count == received.count { grow() }
    let filled = count
    let added = received.withUnsafeMutableBytes { bytes in
      read(output, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
    }
    if added > 0 { count += added }
    if added == 0 { throw .ended(inLine: count > 0) }
  }

  /// Makes room for as much again.
  private mutating func grow() {
    let old = received
    received = [UInt8](unsafeUninitializedCapacity: 2 * old.count) { buffer, filled in
      old.withUnsafeBytes { bytes in
        guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return }
        memcpy(to, from, bytes.count)
        memset(to + bytes.count, 0, bytes.count)
        filled = 2 * bytes.count
      }
    }
  }

  /// Reads what there is of the log.
  private mutating func drainLog() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while hasErrors {
      let count = buffer.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
      if count > 0 {
        log.add(buffer[..<count])
        continue
      }
      if count == 0 { hasErrors = false }
      return
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Called when a thread begins to ask that does nothing else.
  mutating func serveThread() { sharing.isAllowed = true }

  /// Called when nothing more is asked for a while: the thread may go on with other work.
  mutating func rest() {
    sharing.part(pid)
    sharing.isAllowed = false
  }

  // MARK: The end

  /// Seconds that an engine is given to end when its input ends.
  static let patience = 2.0

  /// Ends the input, which asks the process to end.
  mutating func endInput() {
    guard hasInput else { return }
    cprocess_will_end(pid)
    _ = close(input)
    hasInput = false
  }

  /// Ends the input, waits for the process, and kills what is left of it and of what it started.
  mutating func end(within seconds: Double) -> cprocess_ending {
    endInput()
    rest()
    let ending = cprocess_end(pid, Int32(seconds * 1000), output, errors)
    drainLog()
    _ = close(output)
    _ = close(errors)
    return ending
  }

  /// The last lines of its log.
  mutating func takeLog() -> [String] { log.taken() }

  /// How a process ended, in words.
  static func words(for ending: cprocess_ending, _ file: EngineFile) -> String {
    if ending.was_too_large != 0 {
      return "was ended: it used more memory than \(file.memory >> 20) MiB"
    }
    if ending.signal != 0 { return "ended by signal \(ending.signal)" }
    return "ended with exit code \(ending.code)"
  }
}
