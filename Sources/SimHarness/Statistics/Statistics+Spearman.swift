extension Statistics {
  /// Spearman's rank correlation, ties sharing the mean of their ranks.
  ///
  /// Nil if the lists differ in length, have fewer than 2 entries, hold a NaN, or either is
  /// constant.
  public static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
    guard first.count == second.count, let a = centeredRanks(first), let b = centeredRanks(second)
    else { return nil }
    var product: Int128 = 0
    var firstSquare: Int128 = 0
    var secondSquare: Int128 = 0
    for (x, y) in zip(a, b) {
      product += Int128(x * y)
      firstSquare += Int128(x * x)
      secondSquare += Int128(y * y)
    }
    guard firstSquare > 0, secondSquare > 0 else { return nil }
    let scale = (Double(firstSquare) * Double(secondSquare)).squareRoot()
    return Swift.min(Swift.max(Double(product) / scale, -1), 1)
  }

  /// Twice the rank of each value minus n + 1: whole numbers that add up to 0; nil with a NaN.
  private static func centeredRanks(_ values: [Double]) -> [Int]? {
    if values.contains(where: \.isNaN) { return nil }
    let order = values.indices.sorted {
      values[$0] != values[$1] ? values[$0] < values[$1] : $0 < $1
    }
    var ranks = [Int](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end < order.count && values[order[end]] == values[order[start]] { end += 1 }
      // Ranks start + 1 ... end: twice their mean is start + 1 + end.
      for place in start..<end { ranks[order[place]] = start + end - values.count }
      start = end
    }
    return ranks
  }
}
