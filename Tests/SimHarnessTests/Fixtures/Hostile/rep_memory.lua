-- expect: memory
return { run = function(host)
  return #(("x"):rep(1 << 26))
end }
