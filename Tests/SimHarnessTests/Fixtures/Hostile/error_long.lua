-- expect: error "xxxxxxxx"
return { run = function(host)
  error(("x"):rep(100000))
end }
