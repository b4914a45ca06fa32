-- expect: error "too long"
return { run = function(host)
  return string.format("%999d", 1)
end }
