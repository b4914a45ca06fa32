import CLua

extension DeterministicMath {
  /// The functions that scripts' `math` and `^` use, as the C host takes them.
  static var luaFunctions: UnsafePointer<clua_math>? {
    clua_keep_math(functions)
  }

  private static var functions: clua_math {
    clua_math(
      sin: { DeterministicMath.sin($0) }, cos: { DeterministicMath.cos($0) },
      tan: { DeterministicMath.tan($0) }, asin: { DeterministicMath.asin($0) },
      acos: { DeterministicMath.acos($0) }, atan2: { DeterministicMath.atan2($0, $1) },
      exp: { DeterministicMath.exp($0) }, log: { DeterministicMath.log($0) },
      log2: { DeterministicMath.log2($0) }, log10: { DeterministicMath.log10($0) },
      pow: { DeterministicMath.pow($0, $1) })
  }
}
