-- expect: value 3
return { run = function(host)
  local t = { 3, 2, 1 }
  table.sort(t, function(a, b) for i = 1, 3 do t[i] = nil end return a < b end)
  return #t
end }
