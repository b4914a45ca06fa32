-- expect: error "not offered"
return { run = function(host)
  return string.format("%p", {})
end }
