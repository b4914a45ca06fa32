import Glibc
public enum DeterministicMath {
  public static func sincos(_ x: Double) -> (sin: Double, cos: Double) { (Glibc.sin(x), Glibc.cos(x)) }
  public static func log(_ x: Double) -> Double { Glibc.log(x) }
  public static func cos(_ x: Double) -> Double { Glibc.cos(x) }
}
