-- expect: value 1
return { run = function(host)
  local mt = {}
  local t = setmetatable({}, mt)
  mt.__mode = "k"
  t[{}] = 1
  for i = 1, 300 do local junk = ("x"):rep(1000 * i) end
  local n = 0
  for i = 1, 1 do if pcall(next, t) then n = n else n = n + 1 end end
  return n
end }
