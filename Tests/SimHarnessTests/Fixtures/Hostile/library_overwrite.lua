-- expect: error "read-only"
return { run = function(host)
  string.rep = nil
end }
