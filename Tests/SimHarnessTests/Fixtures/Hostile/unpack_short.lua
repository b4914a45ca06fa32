-- expect: error "too short"
return { run = function(host)
  return string.unpack("s8", string.pack("I8", 1 << 62))
end }
