-- expect: error "read-only"
return { run = function(host)
  table.insert(table, 1)
end }
