-- expect: value C stack overflow
return { run = function(host)
  local function f() local ok, what = pcall(f) if not ok then error(what, 0) end return 1 end
  local ok, what = pcall(f)
  return (tostring(what):match("C stack overflow"))
end }
