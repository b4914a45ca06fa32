import Catalogue
import PegglePhysics
import SimHarness
import Testing

/// The benchmark of the physics: figures that must never change.
@Suite struct PeggleBenchTests {
  /// The same figures in debug and release builds, on every machine, and in the C reference.
  @Test func aThousandDropsGiveTheReferencesChecksum() {
    let bare = PeggleBench.play(drops: 1000, on: PeggleBench.worlds(hasBucket: false))
    #expect(bare.steps == 1_688_234)
    #expect(bare.impacts == 62_843)
    #expect(StableDigest.hex(bare.checksum) == "ad4e518814be74ca")
    let bucket = PeggleBench.play(drops: 1000, on: PeggleBench.worlds(hasBucket: true))
    #expect(bucket.steps == 1_705_251)
    #expect(bucket.caught == 307)
    #expect(StableDigest.hex(bucket.checksum) == "a0451484c3bc0003")
  }

  @Test func steppingOneByOneGivesTheSameTotals() {
    for hasBucket in [false, true] {
      let worlds = PeggleBench.worlds(hasBucket: hasBucket)
      #expect(
        PeggleBench.play(drops: 40, on: worlds)
          == PeggleBench.play(drops: 40, on: worlds, stepwise: true))
    }
  }
}
