-- expect: memory
return { run = function(host)
  local s = "x"
  while true do s = s:gsub(".", "%0%0%0%0%0%0%0%0") end
end }
