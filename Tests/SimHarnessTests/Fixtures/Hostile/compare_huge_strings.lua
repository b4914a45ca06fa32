-- expect: budget
return { run = function(host)
  local a, b = ("x"):rep(5 << 20) .. "a", ("x"):rep(5 << 20) .. "b"
  while true do local _ = a == b end
end }
