-- expect: budget
return { run = function(host)
  while true do
    for _ in ("x"):rep(10000):gmatch("") do end
  end
end }
