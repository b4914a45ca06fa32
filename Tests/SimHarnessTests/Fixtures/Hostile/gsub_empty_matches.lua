-- expect: budget
return { run = function(host)
  local s = ("x"):rep(100000)
  while true do s = s:gsub("", "") end
end }
