extension DeterministicMath {
  /// An unevaluated sum of two doubles, good for some 106 bits.
  ///
  /// The error-free sums and products are those of Knuth and Dekker (T. J. Dekker, "A
  /// floating-point technique for extending the available precision", Numer. Math. 18, 1971).
  struct DoubleDouble {
    var head: Double
    var tail: Double

    @inline(__always)
    init(head: Double, tail: Double) {
      self.head = head
      self.tail = tail
    }

    /// The exact sum of two numbers.
    @inline(__always)
    init(sum a: Double, _ b: Double) {
      head = a + b
      let part = head - a
      tail = (a - (head - part)) + (b - part)
    }

    /// The exact sum of two numbers, the first not smaller in magnitude than the second, or zero.
    @inline(__always)
    init(large: Double, small: Double) {
      head = large + small
      tail = small - (head - large)
    }

    /// The exact product of two numbers.
    ///
    /// Both must be below 2^995 in magnitude, and the product above 2^-960 or zero.
    @inline(__always)
    init(product a: Double, _ b: Double) {
      let (aHigh, aLow) = Self.halves(of: a)
      let (bHigh, bLow) = Self.halves(of: b)
      head = a * b
      tail = ((aHigh * bHigh - head) + aHigh * bLow + aLow * bHigh) + aLow * bLow
    }

    /// A number as the sum of two that have 26 bits each.
    @inline(__always)
    private static func halves(of value: Double) -> (high: Double, low: Double) {
      let scaled = value * 0x1.000_0002p27
      let high = scaled - (scaled - value)
      return (high, value - high)
    }

    @inline(__always)
    static func * (left: Self, right: Self) -> Self {
      let exact = Self(product: left.head, right.head)
      return Self(
        large: exact.head,
        small: exact.tail + (left.head * right.tail + left.tail * right.head))
    }

    @inline(__always)
    static func / (left: Self, right: Self) -> Self {
      let quotient = left.head / right.head
      let exact = Self(product: quotient, right.head)
      let rest = ((left.head - exact.head) - exact.tail) + (left.tail - quotient * right.tail)
      return Self(large: quotient, small: rest / right.head)
    }

    @inline(__always)
    static func - (left: Self, right: Self) -> Self {
      let exact = Self(sum: left.head, -right.head)
      return Self(large: exact.head, small: exact.tail + (left.tail - right.tail))
    }

    /// The square root of a positive number.
    @inline(__always)
    func squareRoot() -> Self {
      let root = head.squareRoot()
      let exact = Self(product: root, root)
      let rest = ((head - exact.head) - exact.tail) + tail
      return Self(large: root, small: rest / (2 * root))
    }

    /// The same sum with a head that is the sum rounded to one double; products, quotients and
    /// roots need that.
    @inline(__always) var normalized: Self { Self(large: head, small: tail) }

    /// The sum, rounded to one double.
    @inline(__always) var value: Double { head + tail }
  }
}
