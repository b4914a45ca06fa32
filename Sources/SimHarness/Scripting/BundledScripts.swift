/// The content hashes of our own stateless scripts, which a test shows to keep nothing between
/// calls; those may share a machine from game to game.
///
/// `PLAYTEST_UPDATE_GOLDEN=1 swift test --filter BundledScripts` writes this file.
enum BundledScripts {
  static let hashes: Set<String> = [
    "35e97cf76937c49d",  // rainbow
    "38bd35ae3285ab4e",  // ghost
    "4f4fc363159c2b97",  // lightning
    "53008041237896cd",  // dodge
    "5d0f9ae387ac8c9a",  // bomb
    "61caeb942a43093d",  // spooky
    "6620e4d0d8d64553",  // classic
    "679a22feb9f8146b",  // bag
    "79015ac9f34043ac",  // timer_bomb
    "7c834b232b76184d",  // orange
    "8652813543ee85b7",  // streaks
    "94a8ebc22cf1be72",  // green
    "975d2e4ed3ff5534",  // clock
    "9c1b75b41cf17709",  // score
    "9d972045595aab72",  // streak
    "a42e381eb52a2f05",  // weighted
    "a7829980b67a7808",  // pop_bomb
    "a8245d5c70052522",  // rick
    "a91ae209b89b539e",  // blue
    "aa5ddf5194667956",  // helpful
    "ab8e332ff9367914",  // purple
    "b8606ef9fe2f6857",  // star
    "bd6fdb447467f183",  // indestructible
    "c3ccfd667d2f566f",  // crate
    "cdd7094349d02f14",  // chameleon
    "cebb8d1f7db0a079",  // twin
    "e2c108106be91fa4",  // uniform
    "e5abfedbc0406e79",  // morty
    "edc4f039cc161fc8",  // red
    "f00a573b3561fc89",  // kaboom
  ]
}
