-- expect: error "call it as host:remove(...)"
return { run = function(host)
  host.remove(1)
end }
