-- expect: error "C stack overflow"
return { run = function(host)
  local t = {}
  setmetatable(t, { __tostring = function() return tostring(t) end })
  return tostring(t)
end }
