-- expect: budget
return { run = function(host)
  local a, b = ("x"):rep(1 << 20) .. "a", ("x"):rep(1 << 20) .. "b"
  while true do rawequal(a, b) end
end }
