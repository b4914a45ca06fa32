-- expect: error "bad argument"
return { run = function(host)
  setmetatable(host, {})
end }
