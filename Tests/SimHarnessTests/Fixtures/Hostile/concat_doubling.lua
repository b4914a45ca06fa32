-- expect: memory
return { run = function(host)
  local s = "x"
  while true do s = s .. s end
end }
