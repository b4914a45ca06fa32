-- expect: budget
return { run = function(host)
  local guard <close> = setmetatable({}, { __close = function() while true do end end })
  error("out")
end }
