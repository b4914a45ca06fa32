-- expect: budget
return { run = function(host)
  local t = {}
  local s = ("x"):rep(1 << 18)
  for i = 1, 1 << 40 do t[s .. i] = nil; local _ = t[s .. i] end
end }
