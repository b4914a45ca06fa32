-- A plain peg: it lights when a ball hits it and is removed when the shot has ended.
return { name = "blue", glyph = "b", summary = "A plain peg." }
