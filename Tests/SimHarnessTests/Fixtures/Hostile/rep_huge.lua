-- expect: budget
return { run = function(host)
  return #(("x"):rep(1 << 40))
end }
