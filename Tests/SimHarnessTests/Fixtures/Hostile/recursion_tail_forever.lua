-- expect: budget
return { run = function(host)
  local function f() return f() end
  f()
end }
