-- expect: error "keep them in a list"
return { run = function(host)
  return next({ [print] = 1 })
end }
