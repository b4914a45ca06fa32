import PegglePhysics
import SimHarness

/// A step of a shot as it is shown.
struct PeggleFrame {
  /// The step; 0 is the launch.
  let number: Int
  /// The balls by id, including those that left in the step.
  let balls: [Ball]
  /// The middle of the bucket, in px; nil without a bucket.
  let bucket: Double?
  /// The pegs that were lit since the frame before, in order.
  let lit: [Int]
}
