-- expect: error "must return a table"
local x = 1
