-- expect: budget
return { run = function(host)
  local f = function(...) return 1 end
  for i = 1, 180 do f = setmetatable({}, { __call = f }) end
  while true do f() end
end }
