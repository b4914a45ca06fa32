-- expect: error "_ENV"
return { run = function(host)
  assert(load("local _ENV <const> = {}; x = 1"))
end }
