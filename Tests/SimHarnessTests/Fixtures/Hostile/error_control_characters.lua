-- expect: error "a  b ?c"
return { run = function(host)
  error("a\27\nb\t\xffc", 0)
end }
