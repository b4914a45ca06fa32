-- Has the power of master Rick, whichever master the level has.
return { name = "spooky", glyph = "s", power = "rick", summary = "The ball comes back at the top." }
