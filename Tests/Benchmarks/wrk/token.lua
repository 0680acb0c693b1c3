-- The refresh-token grant of the secure token service, as a form. Seeds: refresh tokens.
local common = require "common"

common.expected = '"id_token"'

function init()
    local post = common.post(common.token, common.form)
    request = common.cycle(function(refreshToken)
        return post("grant_type=refresh_token&refresh_token=" .. refreshToken)
    end)
end
