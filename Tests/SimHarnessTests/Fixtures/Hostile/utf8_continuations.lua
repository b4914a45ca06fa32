-- expect: budget
return { run = function(host)
  local s = "a" .. ("\x80"):rep(1 << 20)
  while true do utf8.offset(s, 2) end
end }
