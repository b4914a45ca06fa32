-- expect: value nil
return { run = function(host)
  return tostring(tonumber(("9"):rep(1 << 20)))
end }
