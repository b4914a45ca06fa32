-- Has the power of master Morty, whoever the level's master is.
return { name = "kaboom", glyph = "k", power = "morty", summary = "Explodes when it is hit." }
