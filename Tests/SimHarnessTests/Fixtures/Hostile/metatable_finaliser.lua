-- expect: error "__gc is not offered"
return { run = function(host)
  setmetatable({}, { __gc = function() while true do end end })
end }
