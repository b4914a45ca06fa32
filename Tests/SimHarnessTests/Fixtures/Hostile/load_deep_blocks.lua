-- expect: error "overflow"
return { run = function(host)
  assert(load(("do "):rep(5000)))
end }
