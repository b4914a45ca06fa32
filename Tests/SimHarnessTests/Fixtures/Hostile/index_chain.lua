-- expect: error "metatables"
return { run = function(host)
  local t = {}
  for i = 1, 2000 do t = setmetatable({}, { __index = t }) end
  while true do local _ = t.x end
end }
