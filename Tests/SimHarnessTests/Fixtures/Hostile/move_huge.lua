-- expect: budget
return { run = function(host)
  table.move({}, 1, 1 << 60, 2)
end }
