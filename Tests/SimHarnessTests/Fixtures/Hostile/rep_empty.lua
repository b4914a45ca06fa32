-- expect: value 0
return { run = function(host)
  return #((""):rep(1 << 62))
end }
