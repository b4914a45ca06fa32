-- expect: value cannot resume non-suspended coroutine
return { run = function(host)
  local co
  co = coroutine.create(function() return select(2, coroutine.resume(co)) end)
  return select(2, coroutine.resume(co))
end }
