-- expect: budget
return { run = function(host)
  table.sort(setmetatable({}, { __len = function() return 1 << 40 end }))
end }
