/// The number of a game's row: cells one after another, games by index within each.
///
/// One whole number as the key, so that the next game goes behind the last one without a search.
enum RowNumber {
  /// How many bits of the number the index takes.
  private static let indexBits: Int64 = 40

  /// The indices that a cell has numbers for, many more than `RunPlan.maxGames`.
  static let indices = 0..<(1 << Int(indexBits))

  /// The number of a game.
  ///
  /// `index` is one of `indices`, `cell` 0 to 2^23 - 1; others give the number of another game.
  static func of(_ index: Int, cell: Int) -> Int64 {
    Int64(cell) << indexBits | Int64(index)
  }

  static func cell(of number: Int64) -> Int { Int(number >> indexBits) }

  static func index(of number: Int64) -> Int { Int(number & (1 << indexBits - 1)) }

  /// The same in SQL.
  static let sqlCell = "games.id >> 40"
  static let sqlIndex = "games.id & 1099511627775"
}
