-- Joins the group of any colour that is shot at it.
return {
  name = "rainbow",
  glyph = "~",
  summary = "Matches as any colour.",
  colour = "any",
}
