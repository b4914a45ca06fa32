-- expect: error "protected metatable"
return { run = function(host)
  setmetatable(string, {})
end }
