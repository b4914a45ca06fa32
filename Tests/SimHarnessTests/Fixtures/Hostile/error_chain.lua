-- expect: error "deep"
return { run = function(host)
  local function f(n) if n == 0 then error("deep") end
    local ok, what = pcall(f, n - 1)
    error(what, 0)
  end
  f(100)
end }
