-- expect: value nil nil nil nil nil nil
return { run = function(host)
  return table.concat({ tostring(io), tostring(os), tostring(package), tostring(debug), tostring(dofile), tostring(collectgarbage) }, " ")
end }
