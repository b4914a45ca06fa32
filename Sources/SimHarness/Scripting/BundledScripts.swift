/// The content hashes of our own stateless scripts, which a test shows to keep nothing between
/// calls; those may share a machine from game to game.
///
/// `PLAYTEST_UPDATE_GOLDEN=1 swift test --filter BundledScripts` writes this file.
enum BundledScripts {
  static let hashes: Set<String> = [
    "000c4e51962423f9",  // pop_bomb
    "0f2730e5db2d6855",  // weighted
    "17a9437bd712ca95",  // ghost
    "30f2305d7a8bd045",  // blue
    "473ecea40afbcb12",  // score
    "4dbf292106e9d936",  // streaks
    "4e165ef61a4a831b",  // morty
    "4f4fc363159c2b97",  // lightning
    "52d9adb8161a4c1a",  // timer_bomb
    "54e7339b440c8e7b",  // red
    "585917169d9d3409",  // purple
    "5d0f9ae387ac8c9a",  // bomb
    "7a3430c24feeac19",  // rick
    "8407fc781d98eda9",  // clock
    "8a06965979a6f34e",  // dodge
    "93e14583d2d03221",  // helpful
    "94a8ebc22cf1be72",  // green
    "a0c9c9aef0810f1f",  // streak
    "acd1cf7d0d7a5f83",  // classic
    "b517615cbe8639f7",  // bag
    "b8606ef9fe2f6857",  // star
    "bd6fdb447467f183",  // indestructible
    "c3ccfd667d2f566f",  // crate
    "cdd7094349d02f14",  // chameleon
    "cebb8d1f7db0a079",  // twin
    "d4279ffb5edc3aae",  // spooky
    "dc8971aef5d96b4e",  // orange
    "e7a64c7e0d2e9fd1",  // kaboom
    "e91e608668c5daf7",  // uniform
    "ff1ca4a8849b94a0",  // rainbow
  ]
}
