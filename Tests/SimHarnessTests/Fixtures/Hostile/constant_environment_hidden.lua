-- expect: error "_ENV"
local x = 0xe-- "
local _ENV <const> = {} y = 1 --"
return {}
