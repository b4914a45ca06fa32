-- expect: budget
return { run = function(host)
  local t = setmetatable({}, { __index = function(_, k) while true do end end })
  return t.x
end }
