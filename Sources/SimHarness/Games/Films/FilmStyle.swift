/// The classes of the style sheet that colour a film's bodies.
package enum FilmStyle {
  /// The class of a colour's name; names that the page has no colour for are dark.
  package static func named(_ colour: String) -> String {
    switch colour {
    case "blue": "ball-B"
    case "red": "ball-R"
    case "orange": "ball-O"
    case "green": "ball-G"
    case "yellow": "ball-Y"
    case "purple": "ball-P"
    case "cyan": "ball-C"
    case "white": "ball-W"
    case "pink": "ball-K"
    case "block", "triangle", "polygon": "stone"
    default: "ball-special"
    }
  }
}
