-- expect: budget
return { run = function(host)
  local t = {}
  for i = 1, 400000 do t[i] = i end
  local k = 0
  while true do
    k = k + 1
    t["k" .. k] = 1
    t["k" .. (k - 3)] = nil
  end
end }
