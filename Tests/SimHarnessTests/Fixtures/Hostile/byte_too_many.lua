-- expect: error "too long"
return { run = function(host)
  return ("x"):rep(1 << 20):byte(1, -1)
end }
