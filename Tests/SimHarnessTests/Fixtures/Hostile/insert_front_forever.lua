-- expect: budget
return { run = function(host)
  local t = {}
  while true do table.insert(t, 1, 0) end
end }
