-- expect: stack
return { run = function(host)
  local t = {}
  for i = 1, 30000 do t[i] = i end
  local function f(...) return select("#", ...) end
  local function g(...) while true do f(...) end end
  g(table.unpack(t))
end }
