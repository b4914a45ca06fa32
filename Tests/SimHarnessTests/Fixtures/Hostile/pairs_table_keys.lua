-- expect: error "keep a list of them"
return { run = function(host)
  for _ in pairs({ [{}] = 1 }) do end
end }
