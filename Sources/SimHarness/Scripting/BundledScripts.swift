/// The content hashes of our own stateless scripts, which a test shows to keep nothing between
/// calls; those may share a machine from game to game.
///
/// `PLAYTEST_UPDATE_GOLDEN=1 swift test --filter BundledScripts` writes this file.
enum BundledScripts {
  static let hashes: Set<String> = [
    "2b17f2bc38fb6455",  // weighted
    "35e97cf76937c49d",  // rainbow
    "4cdf431a654e8569",  // bag
    "4f4fc363159c2b97",  // lightning
    "5d0f9ae387ac8c9a",  // bomb
    "61caeb942a43093d",  // spooky
    "62a882aa6106fd07",  // streak
    "638f8492a0135b10",  // pop_bomb
    "63a18296c66f4469",  // dodge
    "79015ac9f34043ac",  // timer_bomb
    "8407fc781d98eda9",  // clock
    "94a8ebc22cf1be72",  // green
    "a8245d5c70052522",  // rick
    "a91ae209b89b539e",  // blue
    "aa5ddf5194667956",  // helpful
    "ab8e332ff9367914",  // purple
    "acd1cf7d0d7a5f83",  // classic
    "b1ee5242ad43fe9e",  // score
    "b6cedd8e9b0e9630",  // ghost
    "b8606ef9fe2f6857",  // star
    "bb0d9f2342a66e74",  // streaks
    "bd6fdb447467f183",  // indestructible
    "c286b806462cf9d0",  // orange
    "c3ccfd667d2f566f",  // crate
    "cdd7094349d02f14",  // chameleon
    "cebb8d1f7db0a079",  // twin
    "d4311a294b52b57a",  // morty
    "e5c9922d35d70878",  // uniform
    "edc4f039cc161fc8",  // red
    "f00a573b3561fc89",  // kaboom
  ]
}
