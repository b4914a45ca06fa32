-- Joins the group of whatever colour is shot at it.
return {
  name = "rainbow",
  glyph = "~",
  summary = "Matches as any colour.",
  colour = "any",
}
