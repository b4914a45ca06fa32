-- expect: error "not available"
return { run = function(host)
  return string.format("%p", {})
end }
