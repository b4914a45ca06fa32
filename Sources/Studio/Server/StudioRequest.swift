/// A request that has met `RequestRules` and belongs to a route.
public struct StudioRequest: Sendable {
  /// What stands in the places of the route's pattern, in their order.
  public let parameters: [String]
  /// JSON of a POST, not read yet; empty for a GET.
  public let body: [UInt8]

  public init(parameters: [String] = [], body: [UInt8] = []) {
    self.parameters = parameters
    self.body = body
  }
}
