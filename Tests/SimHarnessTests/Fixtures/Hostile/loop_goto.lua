-- expect: budget
return { run = function(host)
  ::again:: goto again
end }
