-- expect: error "attempt to index"
return { run = function(host)
  getmetatable("").__index = nil
end }
