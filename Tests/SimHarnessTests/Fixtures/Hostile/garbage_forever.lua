-- expect: budget
return { run = function(host)
  while true do local t = { {}, {}, {} } end
end }
