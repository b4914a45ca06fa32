/// The content hashes of our own stateless scripts, which a test shows to keep nothing between
/// calls; those may share a machine from game to game. `make golden` renews the list.
enum BundledScripts {
  static let hashes: Set<String> = []
}
