-- expect: error "integral size"
return { run = function(host)
  return string.pack("i17", 1)
end }
