-- expect: value 20000
return { run = function(host)
  local n = 0
  for i = 1, 20000 do
    local v = setmetatable({ x = 1 }, { __add = function(a, b) return a.x + b.x end })
    n = n + (v + v) // 2
  end
  return n
end }
