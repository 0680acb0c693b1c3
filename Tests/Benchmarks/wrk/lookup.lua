-- accounts:lookup with an ID token. Seeds: ID tokens.
local common = require "common"

common.expected = '"users":[{"localId"'

function init()
    local post = common.post(common.app("lookup"), common.json)
    request = common.cycle(function(idToken) return post('{"idToken":"' .. idToken .. '"}') end)
end
