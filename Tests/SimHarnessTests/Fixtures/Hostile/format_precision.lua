-- expect: value 413
return { run = function(host)
  return #string.format("%99.99f", -1.7976931348623157e308) + 3
end }
