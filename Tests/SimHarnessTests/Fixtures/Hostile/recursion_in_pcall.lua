-- expect: stack
return { run = function(host)
  local function f() return 1 + select(2, pcall(f)) end
  local function g() return 1 + g() end
  pcall(f)
  pcall(g)
  return "escaped"
end }
