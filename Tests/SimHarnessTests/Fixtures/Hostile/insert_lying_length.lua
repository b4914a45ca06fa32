-- expect: budget
return { run = function(host)
  local t = setmetatable({}, { __len = function() return 1 << 50 end })
  table.insert(t, 1, 0)
end }
