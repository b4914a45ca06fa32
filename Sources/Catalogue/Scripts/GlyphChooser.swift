import BubbleBlastGame
import SimHarness

/// Finds a character that a new kind of bubble or peg can be printed as.
public enum GlyphChooser {
  /// A free character: one of the name's letters if it can be, else any other.
  ///
  /// `taken` are the glyphs of the kinds that are there.
  public static func free(for name: String, taken: Set<Character>) -> Character? {
    // A quote or backslash would need care in the script's text.
    let never: Set<Character> = ["\"", "\\", "'", "`"]
    let letters = name.lowercased().filter { $0.isASCII && $0.isLetter }
    let marks = "!?+%^:;/|<>()[]{}_,0123456789abcdefghijklmnopqrstuvwxyzADEFHIJKLMNQSTUVXZ"
    return (Array(letters) + Array(marks)).first { character in
      !ScriptedBubble.reservedGlyphs.contains(character) && !never.contains(character)
        && BubbleLegend.defaultKinds[character] == nil && !taken.contains(character)
    }
  }
}
