-- expect: error "C-call boundary"
return { run = function(host)
  coroutine.wrap(function() table.sort({ 1, 2, 3 }, function() coroutine.yield() end) end)()
end }
