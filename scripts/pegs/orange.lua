-- The pegs to clear in the mode classic. The fewer are left, the more every peg is worth.
return { name = "orange", glyph = "o", summary = "Must be cleared in the mode classic." }
