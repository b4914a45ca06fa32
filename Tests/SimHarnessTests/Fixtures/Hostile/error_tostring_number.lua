-- expect: error "error object is a table value"
return { run = function(host)
  error(setmetatable({}, { __tostring = function() return {} end }))
end }
