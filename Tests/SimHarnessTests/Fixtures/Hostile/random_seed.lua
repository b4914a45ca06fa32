-- expect: error "host seeds"
return { run = function(host)
  math.randomseed(1)
end }
