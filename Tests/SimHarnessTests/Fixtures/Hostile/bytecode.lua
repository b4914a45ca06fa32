-- expect: value attempt to load a binary chunk (mode is 't')
return { run = function(host)
  return (select(2, load("\27Lua\84\0\25\147\r\n\26\n"))):match("attempt.*")
end }
