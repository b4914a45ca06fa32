-- expect: budget
return { run = function(host)
  xpcall(error, function() while true do end end)
  return "escaped"
end }
