-- What the mode classic asks to clear; the fewer are left, the more every peg is worth.
return { name = "orange", glyph = "o", summary = "To be cleared in the mode classic." }
