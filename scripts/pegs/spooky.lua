-- Has the power of master Rick, whoever the level's master is.
return { name = "spooky", glyph = "s", power = "rick", summary = "The ball comes back at the top." }
