-- Has the power of master Morty, whichever master the level has.
return { name = "kaboom", glyph = "k", power = "morty", summary = "Explodes when it is hit." }
