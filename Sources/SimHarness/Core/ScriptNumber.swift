import TextFormats

/// How messages write the numbers of scripts, which need not be finite.
enum ScriptNumber {
  static func words(_ number: Double) -> String {
    if number.isNaN { return "NaN (not a number)" }
    if number.isInfinite { return number < 0 ? "-infinity" : "infinity" }
    return JSONWriter.number(number)
  }
}
