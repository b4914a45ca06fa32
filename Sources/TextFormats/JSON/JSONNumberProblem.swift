/// A number that JSON does not allow.
enum JSONNumberProblem {
  case missingDigit(after: String)
  case missingWholePart
  case leadingPlus
  case leadingZero
  case stray(String)
  case overflow(String)
  case length(maximum: Int)
  case notFinite(String)

  var message: String {
    switch self {
    case .missingDigit(let place):
      "a digit is missing after '\(place)'; write it or remove '\(place)'"
    case .missingWholePart: "a number cannot begin with a point; write 0 before it"
    case .leadingPlus: "a number cannot begin with '+'; remove it"
    case .leadingZero: "a number cannot begin with '0' and a digit; remove the leading zeros"
    case .stray(let character):
      "\(character) cannot be part of a number; write a decimal number such as 12 or 0.5"
    case .overflow(let literal):
      "the number \(SafeText.escaped(literal, limit: 30)) is too large; write one below 1.7e308"
    case .length(let maximum): "a number with more than \(maximum) characters; write fewer digits"
    case .notFinite(let word):
      "\(SafeText.named(word)) is not a JSON number; write a finite number or null"
    }
  }
}
