-- Faults if it sees what it should not, or does not see its own hand; plays the first card.
return {
  name = "hands",
  games = { "pishti" },
  choose = function(turn)
    local view = turn.view
    local own, other = view.hands[view.turn], view.hands[3 - view.turn]
    for i, card in ipairs(own) do
      assert(math.type(card) == "integer", "own card hidden")
      assert(turn:move(i).card == card, "another hand")
    end
    assert(#own == turn:count() and #other >= #own - 1, "sizes")
    for _, card in ipairs(other) do assert(card == false, "the other hand is seen") end
    for _, card in ipairs(view.stock) do assert(card == false, "the stock is seen") end
    return 1
  end,
}
