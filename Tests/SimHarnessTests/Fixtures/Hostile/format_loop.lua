-- expect: budget
return { run = function(host)
  while true do string.format("%.99f%.99f%.99f", 1e308, 1e-308, 1e300) end
end }
