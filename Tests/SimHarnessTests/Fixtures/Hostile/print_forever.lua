-- expect: budget
return { run = function(host)
  while true do print("x") end
end }
