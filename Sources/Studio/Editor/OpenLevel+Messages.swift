import SimHarness
import TextFormats

extension OpenLevel {
  typealias Members = [(key: String, value: JSONTree)]

  /// Everything that a page needs to show the level.
  var whole: Members {
    var members: Members = [
      (key: "game", value: .string(session.game)),
      (key: "board", value: session.board?.tree ?? .null),
      (key: "readOnly", value: .bool(isReadOnly)),
      shown,
    ]
    if let found { members.append((key: "draft", value: .int(found.steps.count))) }
    return members + state + form
  }

  /// What a step changed, and the level's state after it.
  /// - Parameters:
  ///   - step: What was done; nil if nothing was, such as at the end of a stroke.
  ///   - keepsFields: Whether the form stays as it is, although something was done.
  /// - Returns: The members of an answer or an event.
  func changes(_ step: DesignStep?, keepsFields: Bool = false) -> Members {
    var members: Members = []
    switch step?.drawing {
    case .patch(let patch): members.append((key: "patch", value: patch.tree))
    case .board(let board): members.append((key: "board", value: board.tree))
    case .nothing, nil: break
    }
    if let words = step?.words, !words.isEmpty {
      members.append(
        (key: "words", value: .string(words.map { Self.plain($0) }.joined(separator: "; "))))
    }
    return members + state + (step == nil || keepsFields ? [] : form)
  }

  /// The file as a shell would name it; null where there is none.
  var shown: (key: String, value: JSONTree) {
    (key: "path", value: session.path == nil ? .null : .string(shownPath))
  }

  private var state: Members {
    [
      (key: "rev", value: .int(session.revision)),
      (key: "name", value: .string(session.file.header.name)),
      (key: "undo", value: Self.name(session.undoName, if: session.undoCount > 0)),
      (key: "redo", value: Self.name(session.redoName, if: session.redoCount > 0)),
      (key: "saved", value: .bool(isSaved)),
      (key: "conflict", value: .bool(conflict != nil)),
      (key: "waiting", value: .bool(found != nil)),
      (key: "gone", value: .bool(isGone)),
      (key: "command", value: .string(command)),
      (
        key: "problem",
        value: draftProblem.map { .string("the last steps are not kept: \($0)") } ?? .null
      ),
    ]
  }

  /// The fields, and the tools, some of which may come and go with fields.
  private var form: Members {
    [
      (key: "fields", value: .array(session.fields.map(\.tree))),
      (key: "tools", value: .array(session.tools.map(\.tree))),
    ]
  }

  /// What a step is called; null where there is none.
  private static func name(_ name: String?, if exists: Bool) -> JSONTree {
    exists ? .string(name.map { plain($0) } ?? "the last step") : .null
  }

  /// The words of a step as a page shows them: a field as its form has it.
  ///
  /// Another name is no field of the form.
  static func plain(_ words: String) -> String {
    for step in ["undone: ", "redone: "] where words.hasPrefix(step) {
      return step + plain(String(words.dropFirst(step.count)))
    }
    if let end = words.firstRange(of: " has its default") {
      return spaced(String(words[..<end.lowerBound])) + words[end.lowerBound...]
    }
    guard words.hasPrefix("set "), let equals = words.firstIndex(of: "=") else { return words }
    let field = String(words[..<equals].dropFirst("set ".count))
    let value = String(words[words.index(after: equals)...])
    if field == "name" { return "rename to \(value)" }
    let suffix = " (no change)"
    let isNone = value == "null" || value == "null" + suffix
    return "\(spaced(field)): "
      + (isNone ? "none" + value.dropFirst("null".count) : value)
  }

  /// The path of a field as words, its numbers counted from 1 as the form does: `maxBounces` as `max
  /// bounces`, `bubbles[0].points` as `bubbles 1 points`.
  static func spaced(_ field: String) -> String {
    var text = ""
    for part in field.split(whereSeparator: { "_.[]".contains($0) }) {
      text += text.isEmpty ? "" : " "
      if let place = Int(part) {
        text += "\(place < Int.max ? place + 1 : place)"
      } else {
        for character in part == "*" ? "all" : part {
          if character.isUppercase, text.last?.isLowercase == true { text += " " }
          text += character.lowercased()
        }
      }
    }
    return text
  }
}
