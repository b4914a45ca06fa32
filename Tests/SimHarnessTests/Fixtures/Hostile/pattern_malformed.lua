-- expect: error "malformed pattern"
return { run = function(host)
  return ("x"):find("[a")
end }
