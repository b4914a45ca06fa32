-- expect: error "nil value (field 'close')"
return { run = function(host)
  coroutine.close(coroutine.create(print))
end }
