local t = { name = "x", params = { n = { 1, 0, 9 } } }
local s = setmetatable({}, { __index = function(_, k) return k end, __close = function() end })
function t.run(board, n, p)
  local list = {}
  for i = 1, 50 do list[i] = (i * 7919) % 31 end
  table.sort(list, function(a, b) return a > b end)
  local text = table.concat(list, ",")
  for a, b in text:gmatch("(%d+),(%d*)") do s[a] = b end
  text = text:gsub("%d", "%0%0"):rep(3, "-"):upper()
  local packed = string.pack("<i4 z s1 d", 7, "a", "b", 0.5)
  local co = coroutine.wrap(function(x) coroutine.yield(x) error({ 1 }) end)
  co(1)
  local ok, e = pcall(co)
  for i, c in utf8.codes("h\u{E9}") do n = n + i + c end
  goto done
  ::done::
  local f <close> = s
  return string.format("%5.2f %d %s %q", n, 3, text:sub(1, 9), packed), select("#", table.unpack(list))
end
function t.on_turn(board, cell) board:remove(cell) board.vars.x = board:data(cell) return board:neighbours(cell) end
return t
