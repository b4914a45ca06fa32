-- expect: error "read-only"
return { run = function(host)
  local _, t = pairs(string)
  t.rep = 1
end }
