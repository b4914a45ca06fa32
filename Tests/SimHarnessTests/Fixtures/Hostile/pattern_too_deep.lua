-- expect: error "pattern too complex"
return { run = function(host)
  return ("a"):rep(300):find(("a?"):rep(300) .. ("a"):rep(300))
end }
