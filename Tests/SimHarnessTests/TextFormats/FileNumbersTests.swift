import Testing

@testable import TextFormats

/// Numbers in the names of files, which anybody can name.
@Suite struct FileNumbersTests {
  private func numbers(_ names: String...) -> FileNumbers {
    FileNumbers(in: names.map { "a-\($0).json" }, start: "a-", end: ".json")
  }

  @Test func theNextNumberIsAboveAllOthers() {
    #expect(numbers().next == 1)
    #expect(numbers("7", "12", "3").taken == [3, 7, 12])
    #expect(numbers("7", "12", "3").next == 13)
    #expect(FileNumbers(in: ["5.json", "b-9.json"], start: "", end: ".json").next == 6)
    #expect(
      FileNumbers(in: ["a-.json", "a-1.jso", "b-1.json"], start: "a-", end: ".json").next == 1)
  }

  @Test(arguments: [
    "0", "-1", "+4", "04", "4.0", " 4", "2147483648", "9223372036854775807",
    "9223372036854775808", "99999999999999999999", "-9223372036854775808", "",
  ])
  func otherNamesDoNotCount(_ name: String) {
    #expect(numbers(name).taken.isEmpty)
    #expect(numbers(name, "4").next == 5)
  }

  @Test func thereIsAlwaysANextNumber() {
    #expect(numbers("2147483647").next == 2_147_483_646)
    #expect(numbers("2147483647", "2147483646", "1").next == 2_147_483_645)
  }
}
