/// Numbers as reports print them: the same digits on every machine, never NaN or infinite.
package enum ReportNumber {
  /// The text for a missing figure.
  package static let missing = "–"

  /// A whole number in groups of three digits: `12,345`.
  package static func count(_ value: Int) -> String {
    let digits = Array(value.magnitude.description)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `1 game`, `200 games`.
  package static func games(_ count: Int) -> String { plural(count, "game") }

  /// `1 level`, `14 levels`.
  package static func plural(_ count: Int, _ noun: String) -> String {
    self.count(count) + " " + noun + (count == 1 ? "" : "s")
  }

  /// The same without groups of digits: `1 game`, `1200 games`.
  package static func plain(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A share in percent: `43%`.
  package static func percent(_ share: Double) -> String {
    share.isFinite ? points(share) + "%" : missing
  }

  /// A share in percent without the sign; one decimal below 1 and above 99, so that only what is
  /// exactly nothing or all is printed as 0 or 100.
  package static func points(_ share: Double) -> String {
    guard share.isFinite else { return missing }
    let points = share * 100
    if points <= 0 { return points == 0 ? "0" : "-" + self.points(-share) }
    if points == 100 { return "100" }
    if points < 0.1 { return "<0.1" }
    if points > 99.9 && points < 100 { return ">99.9" }
    if points < 1 || (points > 99 && points < 100) { return fixed(points, decimals: 1) }
    return fixed(points, decimals: 0)
  }

  /// A limit in percent, with a decimal where it has one: `20%`, `2.5%`.
  package static func limit(_ share: Double) -> String {
    trimmed(fixed(share * 100, decimals: 1)) + "%"
  }

  /// A number with about three significant digits: `0.431`, `12.7`, `1,204`.
  package static func short(_ value: Double) -> String {
    guard value.isFinite else { return missing }
    let magnitude = value.magnitude
    guard magnitude < 9e18 else { return value.description }
    if magnitude >= 99.95 {
      return count(Int(value.rounded()))  // in range: less than 2^63
    }
    if magnitude >= 9.995 { return fixed(value, decimals: 1) }
    if magnitude >= 0.9995 || magnitude == 0 { return fixed(value, decimals: 2) }
    return magnitude >= 0.0005 ? fixed(value, decimals: 3) : "<0.001"
  }

  /// A number with a fixed number of decimals, for magnitudes below 10^15; never `-0`.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return missing }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = roundedAsDecimal(value * Double(scale))
    guard scaled.magnitude < 9e18 else { return missing }
    let units = Int(scaled)
    let sign = units < 0 ? "-" : ""
    let whole = units.magnitude / UInt(scale)
    guard decimals > 0 else { return sign + whole.description }
    // With a digit before it, which is dropped, the fraction keeps its zeros.
    let fraction = (UInt(scale) + units.magnitude % UInt(scale)).description.utf8.dropFirst()
    return sign + whole.description + "." + String(Substring(fraction))
  }

  /// The nearest whole number of a product; halves go away from 0, as on paper.
  ///
  /// 0.575 * 100 is 57.49999999999999: a product may lie a few bits below the half that its decimal
  /// digits make. No other number of games comes so near to a half.
  package static func roundedAsDecimal(_ product: Double) -> Double {
    let whole = product.magnitude.rounded(.down)
    // Beyond it a few bits are more than a share of games is apart from a half.
    guard whole < 0x1p40 else { return product.rounded() }
    let half = whole + 0.5
    let isHalf = product.magnitude >= half - 4 * half.ulp
    return Double(signOf: product, magnitudeOf: isHalf ? whole + 1 : whole)
  }

  /// The digits without zeros at the end of the fraction.
  package static func trimmed(_ text: String) -> String {
    // By bytes: a page has tens of thousands of numbers, and looking for text is slow.
    var digits = text.utf8[...]
    guard digits.contains(UInt8(ascii: ".")) else { return text }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }

  /// A time with two digits behind the point at most.
  package static func seconds(_ time: Double) -> String {
    // A record may name any number.
    JSONWriter.number((min(max(time, -1e12), 1e12) * 100).rounded() / 100)
  }
}
