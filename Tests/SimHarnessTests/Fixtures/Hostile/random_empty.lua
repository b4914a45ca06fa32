-- expect: error "interval is empty"
return { run = function(host)
  return math.random(0, -1)
end }
