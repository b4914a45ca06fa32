/// A JSON text that is larger than its reader allows.
enum JSONLimitProblem {
  case bytes(found: Int, most: Int)
  case depth(most: Int)
  case members(most: Int)
  case elements(most: Int)
  case values(most: Int)
  case duplicates(most: Int)

  var message: String {
    switch self {
    case .bytes(let found, let most):
      "the text has \(found) bytes, more than the maximum of \(most); make it smaller"
    case .depth(let most):
      "more than \(most) nested arrays and objects; nest them less deeply"
    case .members(let most): "an object with more than \(most) keys; make it smaller"
    case .elements(let most): "an array with more than \(most) elements; make it smaller"
    case .values(let most): "more than \(most) values in the text; make it smaller"
    case .duplicates(let most): "more than \(most) keys are defined twice; remove them first"
    }
  }
}
