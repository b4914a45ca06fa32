-- expect: value 1
return { run = function(host)
  local n = 0
  for i = math.maxinteger - 0, math.maxinteger do n = n + 1 end
  return n
end }
