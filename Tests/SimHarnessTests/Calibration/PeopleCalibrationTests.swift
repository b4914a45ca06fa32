import Testing

@testable import SimHarness

@Suite struct PeopleCalibrationTests {
  @Test func probe() {
    let made = MadeUpPeople(rates: MadeUpPeople.rasch, shares: [0.5, 0.3, 0.2])
    for seed in 0..<8 {
      let trials = made.trials(seed: UInt64(seed))
      let levels = made.levels(trials)
      let people = Calibration(levels, people: trials)
      let groups = Calibration(levels, groups: made.groups(trials))
      let plain = Calibration(levels)
      print(
        "PROBE", seed, people.error.value, groups.error.value, plain.error.value,
        people.mixture.mean(of: [0, 1, 2]), groups.mixture.mean(of: [0, 1, 2]),
        plain.mixture.mean(of: [0, 1, 2]), people.check.statistic, people.check.limit,
        groups.check.statistic, plain.check.statistic, made.groups(trials).map(\.players))
    }
    var wrong = made
    wrong.rate = { level, player, _ in made.rates[(level * 7 + 3) % 12][player] }
    var learning = made
    learning.rate = { level, player, failures in
      let odds = made.rates[level][player] / (1 - made.rates[level][player])
      let better = odds * DeterministicMath.exp(0.5 * Double(min(failures, 6)))
      return better / (1 + better)
    }
    for seed in 0..<5 {
      for (name, made) in [("permuted", wrong), ("learning", learning)] {
        let calibration = made.calibration(seed: UInt64(seed))
        print(
          "PROBE", name, calibration.error.value, calibration.check.statistic,
          calibration.check.limit, calibration.check.isOff)
      }
    }
  }
}
