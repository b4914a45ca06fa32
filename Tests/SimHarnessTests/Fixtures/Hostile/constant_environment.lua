-- expect: error "_ENV"
local function f() --[[ local --]] local a, _ENV <const> = 1, {}
  x = 1 end
return {}
