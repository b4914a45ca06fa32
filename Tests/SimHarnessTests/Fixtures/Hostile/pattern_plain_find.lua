-- expect: budget
return { run = function(host)
  local s = ("a"):rep(1000000)
  local what = ("a"):rep(5000) .. "b"
  while true do s:find(what, 1, true) end
end }
