-- expect: budget
return { run = function(host)
  while true do end
end }
