-- expect: stack
return { run = function(host)
  coroutine.wrap(function()
    local function f() return 1 + f() end
    f()
  end)()
end }
