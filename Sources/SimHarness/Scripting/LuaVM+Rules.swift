import CLua

/// A game's rules as one machine has loaded them.
///
/// Numbers alone: each call of the rules takes a copy, and references in it would be counted.
struct LoadedRules {
  /// The machine's number for them; 0: the script has none.
  private(set) var number: Int32 = 0
  /// Those that every call may need.
  private(set) var functions = clua_functions()

  init() {}

  /// Rules with handles in the order of `RulesFunction.named`; 0 for those that they do not have.
  init(number: Int32, functions: [Int32]) {
    self.number = number
    self.functions = clua_functions(
      setup: functions[0], moves: functions[1], apply: functions[2], outcome: functions[3],
      worth: functions[4], imagine: functions[5])
  }
}

extension LuaVM {
  /// Prepares the rules of a loaded script for a level; gives the machine's number for them.
  func open(_ setup: RulesSetup, of source: ScriptSource) throws(ScriptFault) -> Int32 {
    let level = try load(ScriptSource(name: source.name, text: setup.level))
    var number: Int32 = 0
    let hidden = Self.hiddenFields(of: setup)
    let texts =
      hidden.map { Array($0.name.utf8CString) } + setup.move.map { Array($0.name.utf8CString) }
      + setup.events.map { Array($0.utf8CString) }
    var status = CLUA_ERROR
    Self.withPointers(to: texts) { pointers in
      let hiddenNames = Array(pointers.prefix(hidden.count))
      let moveNames = Array(pointers.dropFirst(hidden.count).prefix(setup.move.count))
      let eventNames = Array(pointers.suffix(setup.events.count))
      let pools = hidden.map(\.pool)
      let own = hidden.map(\.isOwn)
      let minimum = setup.move.map { Int32($0.range.lowerBound) }
      let maximum = setup.move.map { Int32($0.range.upperBound) }
      hiddenNames.withUnsafeBufferPointer { hiddenNames in
        moveNames.withUnsafeBufferPointer { moveNames in
          eventNames.withUnsafeBufferPointer { eventNames in
            pools.withUnsafeBufferPointer { pools in
              own.withUnsafeBufferPointer { own in
                minimum.withUnsafeBufferPointer { minimum in
                  maximum.withUnsafeBufferPointer { maximum in
                    var names = clua_rules_names(
                      hidden: hiddenNames.baseAddress, pools: pools.baseAddress,
                      hidden_count: Int32(hidden.count), own: own.baseAddress,
                      players: Int32(setup.players), moves: moveNames.baseAddress,
                      minimum: minimum.baseAddress, maximum: maximum.baseAddress,
                      move_count: Int32(setup.move.count), events: eventNames.baseAddress,
                      event_count: Int32(setup.events.count))
                    status = clua_open_rules(vm, level, &names, &number)
                  }
                }
              }
            }
          }
        }
      }
    }
    try check(status)
    return number
  }

  /// The hidden fields as the machine takes them: each with its pool, and in a two-player game with
  /// a pool for each part of it.
  private static func hiddenFields(
    of setup: RulesSetup
  ) -> [(name: String, pool: Int32, isOwn: Bool)] {
    guard setup.players == 2 else {
      // The host goes over a pool's fields in the order of their names.
      return setup.hidden.enumerated().flatMap { pool, names in
        names.sorted().map { (name: $0, pool: Int32(pool), isOwn: false) }
      }
    }
    return HiddenPart.parts(of: setup.hidden, own: setup.own).enumerated()
      .filter { $1.owner < 2 }
      .map { place, part in (name: part.name, pool: Int32(place), isOwn: part.owner == 1) }
  }

  /// The handle of a function in a list of tables of a module; 0 if there is none.
  func listedFunction(
    _ name: String, in list: String, at place: Int, of module: Int32
  ) -> Int32 {
    clua_listed_function(vm, module, list, Int32(place + 1), name)
  }

  /// Carries out a call of a game's rules; `function` is the handle of the call's own function, or 0.
  func perform(
    _ call: inout RulesCall, _ rules: LoadedRules, function: Int32, frame: inout ServingFrame
  ) throws(ScriptFault) {
    var play = clua_play()
    play.rules = rules.number
    play.steps = call.steps.rawValue
    play.functions = rules.functions
    if play.functions.worth == 0 { play.steps &= ~RulesCall.Steps.worth.rawValue }
    play.function = function
    play.extra = clua_extra(rawValue: UInt32(call.extra.rawValue))
    for place in 0..<4 {
      let number = Int32(Int16(truncatingIfNeeded: call.move >> UInt64(16 * place)))
      withUnsafeMutableBytes(of: &play.move) { bytes in
        bytes.storeBytes(of: number, toByteOffset: 4 * place, as: Int32.self)
      }
    }
    play.player = Int32(call.player)
    play.key = call.stream.rawValue
    play.draws = call.draws
    var text = call.extra == .text ? call.text ?? "" : ""
    let status = withUnsafeMutablePointer(to: &frame) { frame in
      let before = clua_set_context(vm, frame)
      defer { _ = clua_set_context(vm, before) }
      return call.position.bytes.withUnsafeBufferPointer { bytes in
        text.withUTF8 { text in
          play.state = bytes.baseAddress
          play.length = Int64(bytes.count)
          play.visible = Int64(call.position.visibleCount)
          play.text = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
          play.text_length = Int64(text.count)
          return clua_play_rules(vm, &play)
        }
      }
    }
    budget?.spend(instructions)
    try check(status)
    if budget?.left == 0, let budget {
      throw budget.fault(at: "the rules of a game")
    }
    take(play, into: &call)
  }

  private func take(_ play: clua_play, into call: inout RulesCall) {
    call.draws = play.draws
    if !call.steps.isDisjoint(with: [.save, .resave]) {
      call.position.bytes.replaceAll(
        with: UnsafeBufferPointer(start: play.state, count: Int(play.length)))
      call.position.visibleCount = Int(play.visible)
    }
    if call.steps.contains(.moves) {
      call.moves.replaceAll(
        with: UnsafeBufferPointer(start: play.moves, count: Int(play.move_count)))
    }
    call.events.removeAll(keepingCapacity: true)
    for event in UnsafeBufferPointer(start: play.events, count: Int(play.event_count)) {
      call.events.append(RulesCall.Event(name: Int(event.name), value: Int(event.value)))
    }
    call.score = Int(play.score)
    call.worth = play.functions.worth == 0 ? Double(play.score) : play.worth
    call.turn = Int(play.turn)
    if play.turn > 0 { takeScores(play, into: &call) }
    call.ending = RulesCall.Ending(rawValue: Int32(play.outcome.rawValue)) ?? .none
    if call.steps.contains(.reason) { call.text = Self.text(play.text, play.text_length) }
    guard !call.steps.isDisjoint(with: [.call, .check]) else { return }
    call.number = play.number
    call.numbers = [play.numbers.0, play.numbers.1, play.numbers.2, play.numbers.3]
      .prefix(Int(play.number_count)).map { Int($0) }
    call.stray = play.stray.map { String(cString: $0) }
    if call.steps.contains(.table) {
      call.table = Self.decode(play.nodes, count: Int(play.node_count))
    }
    call.text = Self.text(play.text, play.text_length)
    call.secondText = Self.text(play.name, play.name_length)
  }

  /// The points of a two-player game; without a worth of its own, a position is worth the lead of
  /// who asks.
  private func takeScores(_ play: clua_play, into call: inout RulesCall) {
    call.scores = (Int(play.scores.0), Int(play.scores.1))
    guard play.functions.worth == 0 else { return }
    let lead = Double(play.scores.0 - play.scores.1)
    call.worth = call.player == 1 ? lead : -lead
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int64) -> String? {
    start.map { start in
      String(
        decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Puts others in the place of all elements, in the same memory where no copy refers to it.
  fileprivate mutating func replaceAll(with others: UnsafeBufferPointer<Element>) {
    // A few are removed one by one, which is quicker than all at once.
    let surplus = count - others.count
    if surplus > 16 { removeLast(surplus) }
    while count > others.count { removeLast() }
    let before = count
    if before > 0, let start = others.baseAddress {
      withUnsafeMutableBufferPointer { $0.baseAddress?.update(from: start, count: before) }
    }
    if others.count > before { append(contentsOf: others[before...]) }
  }
}
