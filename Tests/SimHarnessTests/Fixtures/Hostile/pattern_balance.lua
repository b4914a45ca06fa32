-- expect: budget
return { run = function(host)
  local s = ("("):rep(100000)
  return s:find("%b()")
end }
