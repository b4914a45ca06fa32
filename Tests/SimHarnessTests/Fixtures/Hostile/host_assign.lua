-- expect: error "cannot be assigned to"
return { run = function(host)
  host.remove = print
end }
