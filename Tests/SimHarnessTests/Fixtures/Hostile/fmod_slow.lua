-- expect: budget
return { run = function(host)
  local a, b, x = 1.7e308, 3e-308, 0
  while true do x = a % b; x = a % b; x = a % b; x = a % b end
end }
