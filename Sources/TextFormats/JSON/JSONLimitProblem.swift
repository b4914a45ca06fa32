/// A JSON text that is larger than its reader allows.
enum JSONLimitProblem {
  case bytes(found: Int, maximum: Int)
  case depth(maximum: Int)
  case members(maximum: Int)
  case elements(maximum: Int)
  case values(maximum: Int)
  case duplicates(maximum: Int)

  var message: String {
    switch self {
    case .bytes(let found, let maximum):
      "the text has \(found) bytes, more than the maximum of \(maximum); make it smaller"
    case .depth(let maximum):
      "more than \(maximum) nested arrays and objects; nest them less deeply"
    case .members(let maximum): "an object with more than \(maximum) keys; make it smaller"
    case .elements(let maximum): "an array with more than \(maximum) elements; make it smaller"
    case .values(let maximum): "more than \(maximum) values in the text; make it smaller"
    case .duplicates(let maximum): "more than \(maximum) keys are defined twice; remove them first"
    }
  }
}
