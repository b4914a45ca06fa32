import CLua

/// The limits of a script.
///
/// The defaults are those of docs/scripts.md, "The language and its limits".
public struct ScriptLimits: Sendable, Hashable {
  /// Instructions per game; work inside library functions is charged by its size.
  public var instructions = 50_000_000
  /// Bytes a VM may hold.
  public var memory = 32 << 20
  /// Seconds of wall time a call may take: a last resort, because it is not repeatable.
  public var wallSeconds = 2.0

  public init() {}

  public static let standard = ScriptLimits()
}

/// One sandboxed Lua machine.
///
/// Made inside the worker that uses it, and never leaves it.
///
/// Every Lua error and every limit ends inside the C host; what comes out is a `ScriptFault`.
package struct LuaVM: ~Copyable {
  let vm: OpaquePointer
  /// What the machine draws on beside its own limits.
  let budget: LoadingBudget?
  /// Whether the budget allows less than the machine's own limits.
  private let isShort: Bool

  /// A new machine.
  ///
  /// `libraries` are the texts `require` finds. A timed machine does not count instructions: a call
  /// whose end a limit could decide ends it, and the game must be played again by one that counts.
  package static func open(
    limits: ScriptLimits, interfaces: [ScriptInterface], libraries: [ScriptSource] = [],
    isTimed: Bool = false
  ) throws(ScriptFault) -> LuaVM {
    let budget = LoadingBudget.current
    let left = budget?.left ?? .max
    var raw = clua_default_limits()
    raw.instructions = Int64(max(1, min(limits.instructions, left)))
    raw.memory = Int64(limits.memory)
    raw.wall_seconds = limits.wallSeconds
    raw.is_timed = isTimed && budget == nil
    guard let vm = clua_open(&raw, DeterministicMath.luaFunctions) else {
      throw ScriptFault(kind: .memory, message: "no memory for a script")
    }
    clua_set_callback(vm, answerScript)
    for interface in interfaces { define(interface, in: vm) }
    let machine = LuaVM(vm, budget, isShort: left < limits.instructions)
    for library in libraries { try machine.add(library) }
    return machine
  }

  private init(_ vm: OpaquePointer, _ budget: LoadingBudget?, isShort: Bool) {
    self.vm = vm
    self.budget = budget
    self.isShort = isShort
  }

  deinit {
    settle()
    clua_close(vm)
  }

  private static func define(_ interface: ScriptInterface, in vm: OpaquePointer) {
    let names = interface.members.map { member in Array(member.name.utf8CString) }
    withPointers(to: names) { pointers in
      let members = zip(interface.members, pointers).map { member, name in
        clua_member(
          name: name, function: Int32(member.function), is_property: member.isProperty,
          takes_list: member.takesList)
      }
      _ = interface.name.withCString { name in
        clua_define_class(
          vm, name, members, Int32(members.count), Int32(interface.openGet ?? -1000),
          Int32(interface.openSet ?? -1000))
      }
    }
  }

  /// Calls `body` with a pointer to each of the C strings.
  static func withPointers(
    to strings: [[CChar]], _ body: ([UnsafePointer<CChar>?]) -> Void
  ) {
    func collect(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) {
      guard index < strings.count else { return body(pointers) }
      strings[index].withUnsafeBufferPointer { buffer in
        collect(index + 1, pointers + [buffer.baseAddress])
      }
    }
    collect(0, [])
  }

  private func add(_ library: ScriptSource) throws(ScriptFault) {
    var text = library.text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        clua_add_library(vm, library.name, characters.baseAddress, characters.count)
      }
    }
    try check(status)
  }

  // MARK: Modules

  /// Compiles and runs a script; gives the handle of the table it returns.
  ///
  /// `printer` takes what the script prints outside its functions; without one, that is lost.
  package func load(
    _ source: ScriptSource, printer: ScriptPrinter? = nil
  ) throws(ScriptFault) -> Int32 {
    var module: Int32 = 0
    var text = source.text
    var frame = ServingFrame(server: NoGame(), printer: printer)
    let status = withUnsafeMutablePointer(to: &frame) { frame in
      let before = clua_set_context(vm, frame)
      defer { _ = clua_set_context(vm, before) }
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          clua_load(vm, source.chunkName, characters.baseAddress, characters.count, &module)
        }
      }
    }
    try check(status)
    return module
  }

  /// The handle of a function of a module, or nil.
  package func function(_ name: String, of module: Int32) -> Int32? {
    let handle = clua_function(vm, module, name)
    return handle == 0 ? nil : handle
  }

  /// The line on which a function was defined, or 0.
  package func line(of function: Int32) -> Int { Int(clua_function_line(vm, function)) }

  /// A kept value as plain data.
  package func export(
    _ handle: Int32, of source: ScriptSource
  ) throws(ScriptFault) -> LuaValue {
    var nodes: UnsafePointer<clua_node>?
    var count: Int32 = 0
    do throws(ScriptFault) {
      try check(clua_export(vm, handle, &nodes, &count))
    } catch {
      // What cannot be written out has no line of its own.
      throw ScriptFault(kind: error.kind, message: "\(source.name):1: \(error.message)")
    }
    return Self.decode(nodes, count: Int(count))
  }

  /// Keeps a read-only table of numbers, in which reading any other name is an error.
  ///
  /// `called` is what messages call the table.
  package func makeRecord(
    _ values: [(name: String, value: Double)], called title: String
  ) throws(ScriptFault) -> Int32 {
    var handle: Int32 = 0
    let names = values.map { field in Array(field.name.utf8) }
    var pairs: [clua_value] = []
    for (field, name) in zip(values, names) {
      var key = clua_value()
      key.type = CLUA_STRING
      key.length = Int64(name.count)
      pairs.append(key)
      var value = clua_value()
      if let whole = Int64(exactly: field.value) {
        value.type = CLUA_INTEGER
        value.integer = whole
      } else {
        value.type = CLUA_NUMBER
        value.number = field.value
      }
      pairs.append(value)
    }
    // The keys' bytes lie in one buffer for the length of the call.
    let bytes = names.flatMap { $0 }
    let status = bytes.withUnsafeBufferPointer { buffer in
      var offset = 0
      for (index, name) in names.enumerated() {
        pairs[2 * index].bytes = buffer.baseAddress.map { UnsafeRawPointer($0 + offset) }
        offset += name.count
      }
      return clua_make_record(vm, title, pairs, Int32(values.count), &handle)
    }
    try check(status)
    return handle
  }

  // MARK: Calls

  /// Calls a function with up to three values (trailing ones that are `.none` are left out) and
  /// gives its first result.
  ///
  /// A text among the results is valid until the next call.
  package func call(
    _ function: Int32, _ first: ScriptDatum, _ second: ScriptDatum, _ third: ScriptDatum,
    frame: inout ServingFrame
  ) throws(ScriptFault) -> ScriptDatum {
    let status = withUnsafeMutablePointer(to: &frame) { frame in
      let before = clua_set_context(vm, frame)
      defer { _ = clua_set_context(vm, before) }
      return withUnsafeTemporaryAllocation(of: ScriptDatum.self, capacity: 4) { values in
        values[0] = first
        values[1] = second
        values[2] = third
        values[3] = .none
        let count: Int32 = third.isNone ? (second.isNone ? (first.isNone ? 0 : 1) : 2) : 3
        var results: Int32 = 0
        let status = UnsafeRawPointer(values.baseAddress).map { start in
          let arguments = start.assumingMemoryBound(to: clua_value.self)
          let result = UnsafeMutableRawPointer(
            mutating: start + 3 * MemoryLayout<ScriptDatum>.stride
          )
          .assumingMemoryBound(to: clua_value.self)
          return clua_call(vm, function, arguments, count, result, 1, &results)
        }
        frame.pointee.result = values[3]
        return status ?? CLUA_ERROR
      }
    }
    try check(status)
    return frame.result
  }

  /// Calls a function with up to two values and writes its first result out as plain data.
  package func callExporting(
    _ function: Int32, _ first: ScriptDatum, _ second: ScriptDatum, frame: inout ServingFrame
  ) throws(ScriptFault) -> LuaValue {
    var nodes: UnsafePointer<clua_node>?
    var count: Int32 = 0
    let status = withUnsafeMutablePointer(to: &frame) { frame in
      let before = clua_set_context(vm, frame)
      defer { _ = clua_set_context(vm, before) }
      return withUnsafeTemporaryAllocation(of: ScriptDatum.self, capacity: 2) { values in
        values[0] = first
        values[1] = second
        let arguments = UnsafeRawPointer(values.baseAddress)?
          .assumingMemoryBound(to: clua_value.self)
        return clua_call_export(vm, function, arguments, 2, &nodes, &count)
      }
    }
    try check(status)
    return Self.decode(nodes, count: Int(count))
  }

  // MARK: Snapshots

  /// Collects the garbage that loading has left: a snapshot is then smaller.
  ///
  /// Nothing happens to a machine that has ended, which its next call reports.
  func tidy() { _ = clua_tidy(vm) }

  /// Takes a snapshot of the machine's current state; false if that is not possible.
  func takeSnapshot() -> Bool { clua_take_snapshot(vm) }

  /// Restores the snapshot, whatever happened since.
  func restoreSnapshot() -> Bool {
    settle()
    return budget?.left != 0 && clua_restore_snapshot(vm)
  }

  // MARK: Allowances

  /// A new game begins: resets the allowance of instructions.
  func beginGame() {
    settle()
    clua_begin_game(vm)
    if budget?.left == 0 { charge(.max / 2) }
  }

  /// Charges the budget with what was used.
  private func settle() { budget?.spend(instructions) }

  var isDead: Bool { clua_is_dead(vm) }

  /// Whether the machine was timed and could not tell what a limit would decide.
  var mustRecount: Bool { clua_must_recount(vm) }

  /// Charged instructions since `beginGame`.
  var instructions: Int { Int(clua_instructions(vm)) }

  /// The peak of bytes in use.
  var memoryPeak: Int { Int(clua_memory_peak(vm)) }

  /// Charges work done on the script's behalf.
  func charge(_ instructions: Int) { clua_charge(vm, Int64(instructions)) }

  // MARK: Failures

  func check(_ status: clua_status) throws(ScriptFault) {
    let kind: ScriptFault.Kind
    switch status {
    case CLUA_OK: return
    case CLUA_BUDGET: kind = .budget
    case CLUA_MEMORY: kind = .memory
    case CLUA_STACK: kind = .stack
    case CLUA_DEADLINE: kind = .deadline
    default: kind = .error
    }
    let message = clua_message(vm).map { String(cString: $0) } ?? "the script failed"
    let fault = ScriptFault(kind: kind, message: message)
    throw isShort || budget?.left == 0 ? budget?.naming(fault) ?? fault : fault
  }

  static func decode(_ nodes: UnsafePointer<clua_node>?, count: Int) -> LuaValue {
    guard let nodes, count > 0 else { return .none }
    var next = 0
    func value() -> LuaValue {
      guard next < count else { return .none }
      let node = nodes[next]
      next += 1
      switch node.type {
      case CLUA_BOOLEAN: return .boolean(node.integer != 0)
      case CLUA_INTEGER: return .integer(Int(node.integer))
      case CLUA_NUMBER: return .number(node.number)
      case CLUA_STRING:
        let bytes = UnsafeRawBufferPointer(start: node.bytes, count: Int(node.length))
        return .string(String(decoding: bytes, as: UTF8.self))
      case CLUA_FUNCTION: return .function
      case CLUA_TABLE:
        return .table(
          (0..<Int(node.count)).map { _ in
            let key = value()
            return LuaValue.Pair(key: key, value: value())
          })
      default: return .none
      }
    }
    return value()
  }
}

/// Who answers while a call runs; lives on the caller's stack for the length of the call.
///
/// Borrowed, not copied, for each answer: a copy would count references in every call of a script.
package struct ServingFrame: ~Copyable {
  /// nil for the rules of games, which have no functions of the host to ask.
  let server: (any ScriptServing)?
  /// Takes what the script prints.
  var printer: ScriptPrinter?
  var result = ScriptDatum.none

  package init(server: (any ScriptServing)?, printer: ScriptPrinter? = nil) {
    self.server = server
    self.printer = printer
  }
}

/// Answers scripts that are being loaded: there is no game to ask yet.
private final class NoGame: ScriptServing {
  func serve(_ request: ScriptRequest, reply: inout ScriptReply) throws(ScriptCallError) {
    throw ScriptCallError("the game refused this")
  }
}

/// The C host's way back: hands a script's call to the frame's server.
///
/// Raises nothing; the host turns a failure into a Lua error once this has returned.
private func answerScript(
  context: UnsafeMutableRawPointer?, function: Int32, arguments: UnsafePointer<clua_value>?,
  count: Int32, reply: UnsafeMutablePointer<clua_reply>?
) -> clua_status {
  guard let context, let reply else { return CLUA_ERROR }
  return answerScript(
    for: context.assumingMemoryBound(to: ServingFrame.self).pointee, function: function,
    arguments: arguments, count: count, reply: reply)
}

private func answerScript(
  for frame: borrowing ServingFrame, function: Int32, arguments: UnsafePointer<clua_value>?,
  count: Int32, reply: UnsafeMutablePointer<clua_reply>
) -> clua_status {
  let data = UnsafeRawPointer(arguments).map { $0.assumingMemoryBound(to: ScriptDatum.self) }
  if function == Int32(CLUA_FUNCTION_PRINT) {
    frame.printer?.print(data?.pointee.string ?? "")
    reply.pointee.count = 0
    return CLUA_OK
  }
  guard let values = reply.pointee.values, let text = reply.pointee.text,
    let list = reply.pointee.list
  else { return CLUA_ERROR }
  let characters = UnsafeMutableRawPointer(text).assumingMemoryBound(to: UInt8.self)
  var answer = ScriptReply(
    values: UnsafeMutableRawPointer(values).assumingMemoryBound(to: ScriptDatum.self), list: list,
    listCapacity: CLUA_LIST_CAPACITY, text: characters,
    textCapacity: CLUA_TEXT_CAPACITY)
  // An empty request (math.random's) still needs a place to point to.
  let start = data ?? UnsafePointer(answer.values)
  do throws(ScriptCallError) {
    guard let server = frame.server else {
      throw ScriptCallError("the rules of a game must draw with their argument `random`")
    }
    try server.serve(
      ScriptRequest(function: Int(function), arguments: start, count: Int(count) - 1),
      reply: &answer)
    reply.pointee.count = Int32(answer.count)
    reply.pointee.work = Int64(answer.work)
    return CLUA_OK
  } catch {
    var length = 0
    for byte in error.message.utf8 where length < CLUA_TEXT_CAPACITY - 1 {
      characters[length] = byte
      length += 1
    }
    characters[length] = 0
    return CLUA_ERROR
  }
}
