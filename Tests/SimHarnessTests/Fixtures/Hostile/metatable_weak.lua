-- expect: error "__mode is not available"
return { run = function(host)
  setmetatable({}, { __mode = "k" })
end }
