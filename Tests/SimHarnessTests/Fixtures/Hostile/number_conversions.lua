-- expect: error "no integer representation"
return { run = function(host)
  return ("x"):rep(2^63)
end }
