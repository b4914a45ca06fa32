-- expect: error "requires itself"
return { run = function(host)
  require("loop")
end }
