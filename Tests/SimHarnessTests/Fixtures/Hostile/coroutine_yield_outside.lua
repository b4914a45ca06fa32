-- expect: error "outside a coroutine"
return { run = function(host)
  coroutine.yield(1)
end }
