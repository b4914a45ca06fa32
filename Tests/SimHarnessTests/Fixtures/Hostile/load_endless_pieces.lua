-- expect: error "at most 65536 bytes"
return { run = function(host)
  assert(load(function() return ("x "):rep(1000) end))
end }
