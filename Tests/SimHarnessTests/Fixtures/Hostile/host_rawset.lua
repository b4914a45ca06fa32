-- expect: error "bad argument"
return { run = function(host)
  rawset(host, "remove", print)
end }
