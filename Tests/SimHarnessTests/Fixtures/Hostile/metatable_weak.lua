-- expect: error "__mode is not offered"
return { run = function(host)
  setmetatable({}, { __mode = "k" })
end }
