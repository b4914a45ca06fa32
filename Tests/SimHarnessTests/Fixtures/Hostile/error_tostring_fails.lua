-- expect: error "error object is a table value"
return { run = function(host)
  error(setmetatable({}, { __tostring = function() error("again") end }))
end }
