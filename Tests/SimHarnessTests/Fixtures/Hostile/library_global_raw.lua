-- expect: error "library defines"
return { run = function(host)
  rawset(_G, "pairs", nil)
end }
