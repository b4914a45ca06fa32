-- expect: budget
return { run = function(host)
  local t = {}
  for i = 1, 20 do t[i] = ("x"):rep(1 << 19) .. (i * 7 % 20) end
  while true do table.sort(t) end
end }
