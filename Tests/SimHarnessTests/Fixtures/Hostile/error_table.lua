-- expect: error "error object is a table value"
return { run = function(host)
  error({ code = 1 })
end }
