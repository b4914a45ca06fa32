-- expect: error "error object is a nil value"
return { run = function(host)
  error(nil)
end }
