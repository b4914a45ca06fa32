-- expect: memory
return { run = function(host)
  local t = {}
  for i = 1, 1 << 40 do t[i] = i end
end }
