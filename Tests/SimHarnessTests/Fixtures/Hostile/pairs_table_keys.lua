-- expect: error "keep them in a list"
return { run = function(host)
  for _ in pairs({ [{}] = 1 }) do end
end }
