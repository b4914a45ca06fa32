-- expect: error "overflow"
return { run = function(host)
  assert(load(("("):rep(10000)))
end }
