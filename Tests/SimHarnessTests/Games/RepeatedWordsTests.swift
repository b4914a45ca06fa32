import Testing

@testable import SimHarness

@Suite struct RepeatedWordsTests {
  @Test(arguments: [
    ([], ""), (["start"], "start"), (["turn 1", "2 fell"], "turn 1, 2 fell"),
    (
      ["turn 2", "crate removed 1", "crate removed 1", "crate removed 1", "1 fell"],
      "turn 2, crate removed 1 (3 times), 1 fell"
    ),
    // What happened in between is said where it happened.
    (["1 fell", "swapped", "1 fell"], "1 fell, swapped, 1 fell"),
  ])
  func whatHappensAgainIsSaidOnce(_ words: [String], _ text: String) {
    #expect(words.joinedWithTimes() == text)
  }
}
