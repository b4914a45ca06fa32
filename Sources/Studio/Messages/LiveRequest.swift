import TextFormats

/// A message of a page that has entered: `{"n": 12, "do": "undo", "doc": 1}`.
///
/// Everything that is not expected is refused: unknown fields, numbers out of range, long texts.
public struct LiveRequest: Sendable, Equatable {
  /// Repeated in the answer.
  public let number: Int
  public let action: LiveAction

  public init(number: Int, action: LiveAction) {
    self.number = number
    self.action = action
  }

  /// Reads a message.
  /// - Throws: What is wrong, with the number to answer to where it could be read.
  public static func read(_ message: [UInt8]) throws(LiveRequestError) -> LiveRequest {
    var number: Int?
    do {
      return try JSONReader.read(message, file: "message", limits: .message) { cursor in
        number = Self.number(in: cursor.value)
        guard let verb = LiveVerb(in: cursor),
          let fields = cursor.object(fields: ["n", "do"] + verb.fields)
        else { return nil }
        let read = fields.required("n")?.int(in: LiveAnswer.numbers)
        guard let action = verb.action(fields), let read else { return nil }
        return LiveRequest(number: read, action: action)
      }
    } catch {
      throw LiveRequestError(number: number, failure: StudioFailure(error))
    }
  }

  private static func number(in value: JSONValue) -> Int? {
    guard case .object(let members) = value.kind,
      case .number(let number)? = members.first(where: { $0.key == "n" })?.value.kind,
      let int = number.int, LiveAnswer.numbers.contains(int)
    else { return nil }
    return int
  }
}

/// Why a message cannot be read.
public struct LiveRequestError: Error, Sendable, Equatable {
  /// The message's number; nil if it could not be read.
  public let number: Int?
  public let failure: StudioFailure

  /// The answer to the message.
  public var answer: LiveAnswer { .refused(number, failure) }
}
