-- expect: error "read-only"
return { run = function(host)
  rawset(math, "sin", nil)
end }
