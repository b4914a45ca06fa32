-- expect: budget
return { run = function(host)
  local t = setmetatable({}, { __len = function() return math.maxinteger end, __index = function() return "x" end })
  return #table.concat(t)
end }
