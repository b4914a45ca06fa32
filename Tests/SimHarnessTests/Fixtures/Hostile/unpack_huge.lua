-- expect: error "too many results"
return { run = function(host)
  return table.unpack({}, 1, 1 << 40)
end }
