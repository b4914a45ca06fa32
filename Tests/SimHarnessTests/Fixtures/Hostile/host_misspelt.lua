-- expect: error "did you mean 'remove'?"
return { run = function(host)
  host:romve(1)
end }
