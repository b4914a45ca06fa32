-- expect: error "there is no library"
return { run = function(host)
  require("../../etc/passwd")
end }
