-- expect: budget
return { run = function(host)
  local t = {}
  for i = 1, 9000 do t[i] = i end
  local function g(...) while true do local _ = select(-1, ...) end end
  g(table.unpack(t))
end }
