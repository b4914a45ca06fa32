-- expect: error "too long"
return { run = function(host)
  return utf8.codepoint(("x"):rep(1 << 20), 1, -1)
end }
