-- expect: error "__gc is not available"
return { run = function(host)
  setmetatable({}, { __gc = function() while true do end end })
end }
