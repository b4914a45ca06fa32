-- expect: error "C stack overflow"
return { run = function(host)
  local ok, what = xpcall(error, function() error("again") end)
  error(tostring(what) .. " C stack overflow", 0)
end }
