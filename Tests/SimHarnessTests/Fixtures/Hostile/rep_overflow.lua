-- expect: error "too large"
return { run = function(host)
  return ("xx"):rep(math.maxinteger)
end }
