-- A plain peg: it lights when a ball hits it and goes when the shot has ended.
return { name = "blue", glyph = "b", summary = "A plain peg." }
