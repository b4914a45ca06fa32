-- expect: value 30000
return { run = function(host)
  local mt = {}
  local key = {}
  local all = {}
  for i = 1, 30000 do
    local t = setmetatable({}, mt)
    local next = {}
    t[key] = next
    key = next
    all[i] = t
  end
  mt.__mode = "k"
  return #all
end }
