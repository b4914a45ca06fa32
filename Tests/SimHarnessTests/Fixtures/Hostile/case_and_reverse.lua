-- expect: budget
return { run = function(host)
  local s = ("x"):rep(1 << 20)
  while true do s = s:upper():lower():reverse() end
end }
