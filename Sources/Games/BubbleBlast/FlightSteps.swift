import SimHarness

/// How flights in given directions cross the rows of the unfolded lattice, independent of the
/// bubbles: precomputed for the aims that are offered.
struct FlightSteps: Sendable {
  /// How a flight crosses one row.
  struct Step: Sendable, BitwiseCopyable {
    /// Where the line crosses the height of the row's centres, in lattice columns of the row.
    let crossing: Double
    /// The last lattice column before the point where the row comes within reach.
    let split: Int16
    /// That column's place in the unfolded row.
    let turned: UInt8

    @inline(__always)
    init(direction: AimFan.Direction, rise: Int, isShort: Bool, columns: Int, contact: Double) {
      let steepness = direction.steepness
      let height = Double(rise) * HexGrid.pitch
      crossing = FlightSteps.start(columns: columns) + height * steepness - (isShort ? 0.5 : 0.0)
      // In reach from where the line is a contact's length below the row.
      let split = QuickRounding.down(crossing - steepness * contact)
      self.split = Int16(truncatingIfNeeded: split)
      // Flying left is flying right on the mirrored lattice, which is the same moved by half.
      let span = columns &- 1
      let place = split &+ (direction.cosine < 0 ? span : 0)
      let turns = FlightSteps.turns(Double(place), perPeriod: 0.5 / Double(span))
      turned = UInt8(truncatingIfNeeded: place &- turns &* 2 &* span)
    }
  }

  /// The widest board that is unfolded: three periods of its rows fit into 64 bits, nearly.
  static let maxColumns = 16
  /// Flatter flights can reach more of a row than is unfolded.
  static let flattest = 1.0 / 28
  /// A place in a row that no flight reaches.
  static let beyond: UInt32 = 1 &<< 30

  /// The launcher's place, in columns from the first one.
  static func start(columns: Int) -> Double { Double(columns) * 0.5 - 0.5 }

  /// How many whole periods are left of a lattice column.
  @inline(__always)
  static func turns(_ place: Double, perPeriod: Double) -> Int {
    // Half a column more keeps the quotient away from whole numbers.
    QuickRounding.nearest((place + 0.5) * perPeriod - 0.5).whole
  }

  /// The column on the board of each lattice column from 0 on, by whether the flight goes left,
  /// then whether the row is short.
  private let boardColumns: [Int8]
  /// How many lattice columns the flattest flight can cross.
  private let reach: Int

  /// By aim, then whether the rows an even number above the launcher are short, then rise.
  private let steps: [Step]
  private let rises: Int
  /// One over the distance of the walls, in columns.
  let perSpan: Double

  /// No steps where the board or the aims do not fit.
  init(directions: [AimFan.Direction], rules: BubbleRules) {
    rises = rules.rows + 2
    perSpan = 1 / Double(rules.columns - 1)
    let fits =
      rules.columns <= Self.maxColumns
      && directions.allSatisfy { $0.sine >= Self.flattest }
    let steepest = (1 / (Self.flattest * Self.flattest) - 1).squareRoot()
    reach =
      rules.columns <= Self.maxColumns
      ? Int(Double(rules.columns) + Double(rises) * HexGrid.pitch * steepest) + 2 : 0
    boardColumns = Self.boardColumns(reach: reach, columns: rules.columns)
    var steps: [Step] = []
    if fits {
      steps.reserveCapacity(directions.count * 2 * rises)
      for direction in directions {
        for parity in 0...1 {
          for rise in 0..<rises {
            steps.append(
              Step(
                direction: direction, rise: rise, isShort: (rise + parity) & 1 != 0,
                columns: rules.columns, contact: rules.contact))
          }
        }
      }
    }
    self.steps = steps
  }

  init(copying other: FlightSteps) {
    boardColumns = other.boardColumns.map { $0 }
    reach = other.reach
    steps = other.steps.map { $0 }
    rises = other.rises
    perSpan = other.perSpan
  }

  private static func boardColumns(reach: Int, columns: Int) -> [Int8] {
    var table: [Int8] = []
    let span = columns - 1
    for leftward in 0...1 {
      for short in 0...1 {
        for place in 0..<reach {
          let turned = place % (2 * span)
          let column = turned <= span - short ? turned : 2 * span - short - turned
          table.append(Int8(leftward == 0 ? column : span - short - column))
        }
      }
    }
    return table
  }

  /// The column on the board of lattice column `place` of a row; nil if no flight comes.
  ///
  /// A table, because everything else waits for the cell of a landing.
  @inline(__always)
  func boardColumn(place: Int, isLeftward: Int, short: Int) -> Int? {
    guard place >= 0 && place < reach else { return nil }
    return Int(boardColumns[(2 &* isLeftward &+ short) &* reach &+ place])
  }

  var isEmpty: Bool { steps.isEmpty }

  /// Where an aim's steps begin on a board whose ceiling row is `ceiling` rows above the launcher;
  /// `rise` rows above the launcher it takes step `rise`.
  @inline(__always)
  func first(aim: Int, ceiling: Int) -> Int { (2 &* aim &+ (ceiling & 1)) &* rises }

  subscript(index: Int) -> Step { steps[index] }
}

/// Rounding without the checks that a conversion of any number needs; for magnitudes below 2^31.
enum QuickRounding {
  /// Adding it leaves a whole number in the low bits.
  private static let shift = 0x1.8p52

  /// The nearest whole number, to even at halves.
  @inline(__always)
  static func nearest(_ number: Double) -> (whole: Int, value: Double) {
    let shifted = number + shift
    return (Int(Int32(truncatingIfNeeded: shifted.bitPattern)), shifted - shift)
  }

  /// The largest whole number not above `number`.
  @inline(__always)
  static func down(_ number: Double) -> Int {
    let near = nearest(number)
    return near.value > number ? near.whole &- 1 : near.whole
  }
}
