-- expect: budget
return { run = function(host)
  return #string.pack("c" .. (1 << 39), "")
end }
