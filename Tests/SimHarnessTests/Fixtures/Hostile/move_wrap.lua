-- expect: error "destination wrap around"
return { run = function(host)
  table.move({}, 1, math.maxinteger, 2)
end }
