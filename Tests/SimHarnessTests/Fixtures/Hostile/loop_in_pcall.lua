-- expect: budget
return { run = function(host)
  while true do pcall(function() while true do end end) end
end }
