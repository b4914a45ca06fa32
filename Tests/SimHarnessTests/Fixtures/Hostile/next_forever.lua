-- expect: budget
return { run = function(host)
  local t = {}
  for i = 1, 20000 do t["k" .. i] = i end
  while true do next(t); next(t, "k9999") end
end }
