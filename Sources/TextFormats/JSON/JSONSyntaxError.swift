/// The one error that stops the parser.
struct JSONSyntaxError: Error, Hashable {
  let position: JSONPosition
  /// What is wrong; what to do.
  let message: String

  init(_ problem: JSONStructureProblem, at position: JSONPosition) {
    self.init(message: problem.message, at: position)
  }

  init(_ problem: JSONTextProblem, at position: JSONPosition) {
    self.init(message: problem.message, at: position)
  }

  init(_ problem: JSONNumberProblem, at position: JSONPosition) {
    self.init(message: problem.message, at: position)
  }

  init(_ problem: JSONLimitProblem, at position: JSONPosition) {
    self.init(message: problem.message, at: position)
  }

  private init(message: String, at position: JSONPosition) {
    self.position = position
    self.message = message
  }
}
