-- Gives the power of the level's master when it is hit.
return { name = "green", glyph = "g", power = "master", summary = "The master's power." }
