-- expect: value table function thread
return { run = function(host)
  return tostring({}) .. " " .. tostring(print) .. " " .. tostring(coroutine.create(print))
end }
