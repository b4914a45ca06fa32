-- expect: budget
return { run = function(host)
  while true do load("return 1") end
end }
