-- expect: error "syntax_error:3:"
local x =
return return
