-- expect: error "loop"
return { run = function(host)
  local a, b = {}, {}
  setmetatable(a, { __index = b })
  setmetatable(b, { __index = a })
  return a.x
end }
