-- expect: error "keep a list of them"
return { run = function(host)
  return next({ [print] = 1 })
end }
