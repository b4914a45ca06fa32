-- expect: value nil nil nil nil
return { run = function(host)
  return table.concat({ tostring(string.dump), tostring(coroutine.close), tostring(loadfile), tostring(warn) }, " ")
end }
