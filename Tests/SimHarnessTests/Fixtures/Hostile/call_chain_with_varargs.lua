-- expect: budget
return { run = function(host)
  local f = function() return 1 end
  for i = 1, 150 do f = setmetatable({}, { __call = f }) end
  local t = {}
  for i = 1, 9000 do t[i] = i end
  local function g(...) while true do f(...) end end
  g(table.unpack(t))
end }
