-- expect: budget
return { run = function(host)
  local function f(...) return select("#", ...) end
  local t = {}
  for i = 1, 9000 do t[i] = i end
  local function g(...) while true do f(...) end end
  g(table.unpack(t))
end }
