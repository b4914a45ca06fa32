-- expect: budget
return { run = function(host)
  local s = ("a"):rep(5000)
  while true do s:find(("a*"):rep(30) .. "b") end
end }
