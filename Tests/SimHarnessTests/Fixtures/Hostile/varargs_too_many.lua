-- expect: stack
return { run = function(host)
  local t = {}
  for i = 1, 59000 do t[i] = i end
  local function f(...) return f(1, ...) end
  return f(table.unpack(t))
end }
