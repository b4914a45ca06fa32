-- expect: error "at most 65536 bytes"
return { run = function(host)
  assert(load(("x"):rep(70000)))
end }
