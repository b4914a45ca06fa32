/// A worker's scripts: their machines, and calls into them by handle.
///
/// Bundled stateless scripts share one machine across games; any other script gets a clean machine
/// for each game, so that its memory and faults depend only on the game: created at the first call,
/// then restored to the snapshot taken after loading. Not Sendable: created in the worker, never
/// leaves it.
public final class ScriptHost: ScriptHosting {
  /// How far a script's machine is reused.
  public enum MachineReuse: Sendable {
    /// Bundled stateless scripts share one machine, any other script has a new one per game.
    case standard
    /// Every script has a new machine per game.
    case withinGame
    /// Every call is made in a new machine: what a script keeps between calls is lost.
    case never
  }

  private let limits: ScriptLimits
  private let machineReuse: MachineReuse
  private let interfaces: [ScriptInterface]
  private let libraries: [ScriptSource]
  public let printing: ScriptPrinting?
  /// Shows a watcher which call is running.
  private let heartbeat: ScriptHeartbeat

  private final class Machine {
    let vm: LuaVM
    /// Whether it has a snapshot of its state after loading the script.
    var hasSnapshot = false
    init(_ vm: consuming LuaVM) { self.vm = vm }
  }

  /// A script in use: where it is loaded now, if it is.
  private struct Slot {
    let use: ScriptUse
    var printer: ScriptPrinter?
    var machine: Machine?
    /// The machine of an earlier game, to be restored.
    var idle: Machine?
    var module: Int32 = 0
    var functions: [Int32] = []
    var parameters: Int32 = 0
    /// Where the script is the rules of a game.
    var rules = LoadedRules()
    var metrics: [Int32] = []

    /// The machine's handle of a function of rules; 0 if they do not have it.
    func handle(of function: RulesFunction) -> Int32 {
      if case .metric(let place) = function {
        return metrics.indices.contains(place) ? metrics[place] : 0
      }
      return RulesFunction.named.firstIndex(of: function).map { functions[$0] } ?? 0
    }
  }

  private var slots: [Slot] = []
  private var shared: Machine?
  /// In place of it, for bundled rules that are timed.
  private var sharedTimed: Machine?
  /// Whether rules of games run in timed machines, which do not count instructions.
  private(set) var timesRules = false
  /// Whether a timed machine has ended in this game, and whether one ever has.
  private var mustRecount = false
  private var mustCount = false
  /// Slots whose machine lives for this game only.
  private var ofThisGame: [Int] = []
  private var handlesByUser: [ObjectIdentifier: (user: any ScriptUser, handles: [ScriptHandle])] =
    [:]
  private var lastUser: ObjectIdentifier?
  private var lastHandles: [ScriptHandle] = []
  public var workspace: AnyObject?
  /// Work of games' own so far, in instructions.
  private(set) var work = 0
  public let ownsThread: Bool
  /// What belongs to rules that are not a script, and the number of the game.
  private var session: (source: AnyObject, session: any RulesSession)?
  private var game: Int?
  /// The object that was copied last for this worker, and its copy.
  private var lastCopy: (shared: AnyObject, own: AnyObject)?

  public init(
    limits: ScriptLimits = .standard, interfaces: [ScriptInterface],
    libraries: [ScriptSource] = [], machineReuse: MachineReuse = .standard,
    heartbeat: ScriptHeartbeat = ScriptHeartbeat(), printing: ScriptPrinting? = nil,
    ownsThread: Bool = false
  ) {
    self.limits = limits
    self.ownsThread = ownsThread
    self.machineReuse = machineReuse
    self.interfaces = interfaces
    self.libraries = libraries
    self.heartbeat = heartbeat
    self.printing = printing
  }

  /// A host that passes on everything that scripts print, unchanged.
  public convenience init(
    limits: ScriptLimits = .standard, interfaces: [ScriptInterface],
    libraries: [ScriptSource] = [], machineReuse: MachineReuse = .standard,
    log: @escaping (String) -> Void
  ) {
    self.init(
      limits: limits, interfaces: interfaces, libraries: libraries, machineReuse: machineReuse,
      printing: ScriptPrinting(everything: log))
  }

  /// This worker's own copy of an object that all workers share; the same one until another is
  /// requested.
  public func ownCopy<Shared: AnyObject>(
    of shared: Shared, _ copy: (Shared) -> Shared
  ) -> Shared {
    if let lastCopy, lastCopy.shared === shared, let own = lastCopy.own as? Shared { return own }
    let own = copy(shared)
    lastCopy = (shared, own)
    return own
  }

  public func beginGame() { beginGame(numbered: nil) }

  public func beginGame(_ number: Int) { beginGame(numbered: number) }

  private func beginGame(numbered number: Int?) {
    printing?.beginGame()
    game = number
    session?.session.beginGame(number)
    if let shared {
      if shared.vm.isDead {
        self.shared = nil
        for index in slots.indices where slots[index].machine === shared {
          slots[index].machine = nil
        }
      } else {
        shared.vm.beginGame()
      }
    }
    for index in ofThisGame {
      if let machine = slots[index].machine, machine.hasSnapshot { slots[index].idle = machine }
      slots[index].machine = nil
    }
    ofThisGame.removeAll(keepingCapacity: true)
  }

  /// Whether the rules of the games to come may run in timed machines: where each game whose
  /// `mustPlayAgain` is true is played again, and where no player's script can print a line twice.
  func timeRules(_ isAllowed: Bool) {
    let isTimed = isAllowed && !mustCount && machineReuse == .standard
    guard isTimed != timesRules else { return }
    timesRules = isTimed
    sharedTimed = nil
    for index in slots.indices where slots[index].use.rules != nil {
      slots[index].machine = nil
      slots[index].idle = nil
    }
  }

  public func mustPlayAgain() -> Bool {
    guard mustRecount else { return false }
    mustRecount = false
    mustCount = true
    timeRules(false)
    return true
  }

  public func session(
    of source: AnyObject, opening open: () throws(ScriptFault) -> any RulesSession
  ) throws(ScriptFault) -> any RulesSession {
    if let session, session.source === source { return session.session }
    let opened = try open()
    opened.beginGame(game)
    session = (source, opened)
    return opened
  }

  /// Tells rules that are not a script that a game of a run has ended; nil if there are none.
  func endGame(_ game: EndedGame) -> GameVerdict? { session?.session.endGame(game) }

  public func handles(for user: any ScriptUser) throws(ScriptFault) -> [ScriptHandle] {
    let identity = ObjectIdentifier(user)
    if lastUser == identity { return lastHandles }
    if let known = handlesByUser[identity] {
      lastUser = identity
      lastHandles = known.handles
      return known.handles
    }
    var handles: [ScriptHandle] = []
    for use in user.scriptUses {
      handles.append(ScriptHandle(index: slots.count))
      let printer = printing.map {
        ScriptPrinter($0, script: use.source.name, isPlayer: user is AgentScript)
      }
      slots.append(Slot(use: use, printer: printer))
      heartbeat.add(script: use.source.name)
    }
    handlesByUser[identity] = (user, handles)
    lastUser = identity
    lastHandles = handles
    return handles
  }

  @discardableResult
  public func call(
    _ script: ScriptHandle, hook: Int, _ first: ScriptDatum, _ second: ScriptDatum,
    _ third: ScriptDatum, server: any ScriptServing
  ) throws(ScriptFault) -> ScriptDatum {
    if machineReuse == .never { slots[script.index].machine = nil }
    let caller = heartbeat.begin(script.index)
    defer { heartbeat.end(backTo: caller) }
    let machine = try machine(for: script.index)
    var frame = ServingFrame(server: server, printer: slots[script.index].printer)
    return try machine.vm.call(
      slots[script.index].functions[hook], first, second, third, frame: &frame)
  }

  public func perform(_ call: inout RulesCall, of user: any ScriptUser) throws(ScriptFault) {
    if lastUser != ObjectIdentifier(user) { _ = try handles(for: user) }
    let index = lastHandles[0].index
    if machineReuse == .never { slots[index].machine = nil }
    let caller = heartbeat.begin(index)
    defer { heartbeat.end(backTo: caller) }
    if slots[index].machine == nil { _ = try machine(for: index) }
    let function = call.function.map { slots[index].handle(of: $0) } ?? 0
    // Out of the slot meanwhile: a reference that moves is not counted. No rules call the host.
    var machine: Machine?
    var frame = ServingFrame(server: nil, printer: nil)
    swap(&machine, &slots[index].machine)
    swap(&frame.printer, &slots[index].printer)
    defer {
      swap(&machine, &slots[index].machine)
      swap(&frame.printer, &slots[index].printer)
    }
    do throws(ScriptFault) {
      try machine?.vm.perform(&call, slots[index].rules, function: function, frame: &frame)
    } catch {
      if machine?.vm.mustRecount == true { mustRecount = true }
      throw error
    }
  }

  public func parameters(of script: ScriptHandle) -> ScriptDatum {
    // A script that does not load fails when it is called.
    if slots[script.index].machine == nil { _ = try? machine(for: script.index) }
    return .handle(slots[script.index].parameters)
  }

  public func object(_ interface: String, instance: Int) -> ScriptDatum {
    for index in interfaces.indices where interfaces[index].name == interface {
      return .object(index, instance: instance)
    }
    return .none
  }

  /// The line on which a script's function was defined, or 0.
  public func line(of script: ScriptHandle, hook: Int) -> Int {
    guard let machine = slots[script.index].machine else { return 0 }
    return machine.vm.line(of: slots[script.index].functions[hook])
  }

  /// What a script has used in this game: instructions, and the peak of bytes.
  func figures(of script: ScriptHandle) -> (instructions: Int, memory: Int)? {
    slots[script.index].machine.map { ($0.vm.instructions, $0.vm.memoryPeak) }
  }

  /// Whether a script's machine is restored for the next game, not made again.
  func restoresMachine(of script: ScriptHandle) -> Bool {
    slots[script.index].machine?.hasSnapshot ?? false
  }

  /// Whether a script has a function for the hook.
  public func has(_ script: ScriptHandle, hook: Int) throws(ScriptFault) -> Bool {
    _ = try machine(for: script.index)
    return slots[script.index].functions[hook] != 0
  }

  /// Charges work done on a script's behalf, such as an imagined move.
  public func charge(_ script: ScriptHandle, instructions: Int) {
    slots[script.index].machine?.vm.charge(instructions)
  }

  public func addWork(_ instructions: Int) { work &+= instructions }

  /// The machine a script is loaded in, made now if it is not.
  private func machine(for index: Int) throws(ScriptFault) -> Machine {
    if let machine = slots[index].machine { return machine }
    if let idle = slots[index].idle {
      slots[index].idle = nil
      if idle.vm.restoreSnapshot() {
        slots[index].machine = idle
        ofThisGame.append(index)
        return idle
      }
    }
    // Loading runs the script's own text.
    let caller = heartbeat.begin(index)
    defer { heartbeat.end(backTo: caller) }
    let use = slots[index].use
    let isShared = use.source.isBundled && machineReuse == .standard
    let isTimed = timesRules && use.rules != nil
    let machine =
      isShared ? try sharedMachine(isTimed: isTimed) : try freshMachine(for: use.source, isTimed)
    defer { if machine.vm.mustRecount { mustRecount = true } }
    let module = try machine.vm.load(use.source)
    slots[index].module = module
    slots[index].functions = use.hooks.map { machine.vm.function($0, of: module) ?? 0 }
    slots[index].parameters = try machine.vm.makeRecord(use.parameters, called: "params")
    if let rules = use.rules {
      slots[index].rules = LoadedRules(
        number: try machine.vm.open(rules, of: use.source), functions: slots[index].functions)
      slots[index].metrics = (0..<rules.metrics).map {
        machine.vm.listedFunction("value", in: "metrics", at: $0, of: module)
      }
    }
    // Whatever the reuse, so that a game costs the same in every machine of its own.
    if !isShared { machine.vm.tidy() }
    slots[index].machine = machine
    if !isShared {
      if machineReuse == .standard { machine.hasSnapshot = machine.vm.takeSnapshot() }
      ofThisGame.append(index)
    }
    return machine
  }

  private func sharedMachine(isTimed: Bool) throws(ScriptFault) -> Machine {
    if let known = isTimed ? sharedTimed : shared { return known }
    let machine = Machine(
      try LuaVM.open(
        limits: limits, interfaces: interfaces, libraries: libraries, isTimed: isTimed))
    if isTimed { sharedTimed = machine } else { shared = machine }
    return machine
  }

  private func freshMachine(
    for source: ScriptSource, _ isTimed: Bool
  ) throws(ScriptFault) -> Machine {
    if let budget = LoadingBudget.current, budget.left == 0 {
      throw budget.fault(at: "\(source.name):0")
    }
    let needed = source.mentionsRequire ? libraries : []
    return Machine(
      try LuaVM.open(limits: limits, interfaces: interfaces, libraries: needed, isTimed: isTimed))
  }
}
