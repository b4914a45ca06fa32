/// The content hashes of our own stateless scripts, which a test shows to keep nothing between
/// calls; those may share a machine from game to game.
///
/// `PLAYTEST_UPDATE_GOLDEN=1 swift test --filter BundledScripts` writes this file.
enum BundledScripts {
  static let hashes: Set<String> = [
    "000c4e51962423f9",  // pop_bomb
    "0861b66f9d215c62",  // uniform
    "4dbf292106e9d936",  // streaks
    "52d9adb8161a4c1a",  // timer_bomb
    "5fef094f4735f711",  // lightning
    "61e7a6ec3edb0f1f",  // star
    "8407fc781d98eda9",  // clock
    "8d2d287e70be5715",  // bomb
    "bd6fdb447467f183",  // indestructible
    "c3ccfd667d2f566f",  // crate
    "cdd7094349d02f14",  // chameleon
    "ff1ca4a8849b94a0",  // rainbow
  ]
}
