-- expect: error "too many results"
return { run = function(host)
  return table.unpack({}, math.mininteger, math.maxinteger)
end }
