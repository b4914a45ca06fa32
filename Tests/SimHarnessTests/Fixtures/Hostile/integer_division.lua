-- expect: error "divide by zero"
return { run = function(host)
  return 1 // 0
end }
