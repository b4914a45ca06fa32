-- expect: error "first"
return { run = function(host)
  local co = coroutine.wrap(function()
    local a <close> = setmetatable({}, { __close = function() error("in close") end })
    error("first")
  end)
  co()
end }
