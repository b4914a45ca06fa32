-- expect: budget
return { run = function(host)
  error(setmetatable({}, { __tostring = function() while true do end end }))
end }
