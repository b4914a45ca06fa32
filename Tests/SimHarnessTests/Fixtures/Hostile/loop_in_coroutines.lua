-- expect: budget
return { run = function(host)
  while true do
    local co = coroutine.wrap(function() for i = 1, 900 do end end)
    co()
  end
end }
