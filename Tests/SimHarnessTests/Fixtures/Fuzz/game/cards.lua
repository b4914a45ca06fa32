local game = { name = "trial", move = { { "card", 0, 9 } }, hidden = { { "deck", "hand" }, { "code" } } }
function game.setup(s, random)
  s.deck, s.hand, s.pile, s.score, s.code = {}, {}, {}, 0, random(6)
  for card = 0, 9 do table.insert(s.deck, random(#s.deck + 1), card) end
  for i = 1, 3 do s.hand[i] = table.remove(s.deck) end
end
function game.moves(s, offer) for card = 0, 9 do offer(card) end end
function game.apply(s, move) s.pile[#s.pile + 1] = table.remove(s.deck); s.score = s.score + #s.hand end
function game.outcome(s, offered) return #s.deck == 0 and "ended" or nil end
function game.imagine(s, random)
  s.code, s.deck, s.hand = random(6), {}, { 1, 2, 3 }
  for i = 1, 7 - #s.pile do s.deck[i] = random(9) end
end
return game
