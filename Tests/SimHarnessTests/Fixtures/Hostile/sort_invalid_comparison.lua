-- expect: value 1000
return { run = function(host)
  local t = {}
  for i = 1, 1000 do t[i] = (i * 7919) % 1000 end
  table.sort(t, function() return true end)
  return #t
end }
