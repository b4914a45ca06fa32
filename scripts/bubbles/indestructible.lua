-- An obstacle: nothing removes it, it only falls.
return {
  name = "indestructible",
  glyph = "#",
  summary = "Cannot be matched or removed; falls when nothing holds it.",
  obstacle = true,
  immune = true,
}
