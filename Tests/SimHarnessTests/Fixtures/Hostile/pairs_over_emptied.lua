-- expect: budget
return { run = function(host)
  local t = {}
  for i = 1, 250000 do t[i + 0.5] = i end
  for i = 1, 250000 do t[i + 0.5] = nil end
  while true do pairs(t) end
end }
