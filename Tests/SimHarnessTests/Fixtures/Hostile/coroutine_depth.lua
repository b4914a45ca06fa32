-- expect: error "C stack overflow"
return { run = function(host)
  local function f() return coroutine.wrap(f)() end
  return f()
end }
