-- expect: error "no value"
return { run = function(host)
  return string.format("%d %d", 1)
end }
