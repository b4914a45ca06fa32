-- expect: error "at most"
return { run = function(host)
  host:remove(table.unpack({}, 1, 100))
end }
