import SimHarness
import Agents
import Glibc

struct Count<Mask: CellMask>: Observer {
  typealias State = BubbleState<Mask>
  var shots = 0
  var events = 0
  mutating func eventDidOccur(_ event: BubbleEvent<Mask>) { events &+= 1 }
  mutating func moveDidApply(_ move: BubbleMove, state: borrowing State) { shots &+= 1 }
  var h: UInt64 = 0xcbf29ce484222325
  mutating func gameDidEnd(_ state: borrowing State, end: GameEnd, moves: Int) {
    func fold(_ v: UInt64) { h = (h ^ v) &* 0x100000001b3 }
    fold(UInt64(state.score)); fold(UInt64(moves))
    for r in 0..<15 { for c in 0..<4 { fold(UInt64(state.view.board[BubbleColour.allCases[c]][r])) } }
  }
}
func cpu() -> Double { var t = timespec(); clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9 }
let golden: UInt64 = 0x9e3779b97f4a7c15
func level(_ g: Int) -> BubbleLevel {
  var rules = BubbleRules()
  rules.rows = 14; rules.shots = 50
  var random = SeededRandom(key: StreamKey(rawValue: StreamKey.mix(UInt64(g) &* golden &+ 1)))
  var grid: [(cell: Cell, bubble: BubbleContent)] = []
  for row in 0..<9 { for column in 0..<(12 - row % 2) {
    grid.append((Cell(row: row, column: column), .colour(BubbleColour.allCases[random.below(4)]))) } }
  return BubbleLevel(name: "b", rules: rules, grid: grid)
}
func streams(_ g: Int) -> GameStreams {
  let b = UInt64(g) &* golden
  return GameStreams(deal: StreamKey(rawValue: StreamKey.mix(b &+ 2)), rules: StreamKey(rawValue: 1), scripts: StreamKey(rawValue: 2), agents: StreamKey(rawValue: StreamKey.mix(b &+ 3)))
}
func bench<A: Agent>(_ name: String, _ agent: A, _ n: Int) where A.State == BubbleState<SmallMask> {
  let levels = (0..<n).map(level)
  let st = (0..<n).map(streams)
  var best: [Double] = []
  var hash: UInt64 = 0
  for _ in 0..<5 {
    var runner = Runner(agent: agent, name: "x", maxMoves: 500)
    var c = Count<SmallMask>()
    let t = cpu()
    for g in 0..<n { _ = runner.play(levels[g], index: g, streams: st[g], scripts: nil, observer: &c) }
    best.append((cpu() - t) / Double(c.shots) * 1e9)
    hash = c.h
  }
  print(name, best.sorted()[2], String(hash, radix: 16))
}
bench("random", RandomAgent<BubbleState<SmallMask>>(), 1000)
bench("greedy", GreedyAgent<BubbleState<SmallMask>>(), 200)
