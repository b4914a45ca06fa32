-- expect: budget
return { run = function(host)
  return (("x"):gsub("x", function() while true do end end))
end }
