-- expect: budget
return { run = function(host)
  local set = "[" .. ("%a%d"):rep(2000) .. "]"
  local s = ("-"):rep(100000)
  return s:find(set)
end }
