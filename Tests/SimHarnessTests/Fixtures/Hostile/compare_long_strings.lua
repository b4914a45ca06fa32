-- expect: budget
return { run = function(host)
  local a, b = ("x"):rep(1 << 20) .. "a", ("x"):rep(1 << 20) .. "b"
  local n = 0
  while true do if a == b then n = n + 1 end end
end }
