-- expect: error "attempt to compare"
return { run = function(host)
  table.sort({ 1, "x", 2, {} })
end }
