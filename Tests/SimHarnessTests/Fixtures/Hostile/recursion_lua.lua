-- expect: stack
return { run = function(host)
  local function f() return 1 + f() end
  return f()
end }
