-- expect: error "belongs to the library"
return { run = function(host)
  print = nil
end }
