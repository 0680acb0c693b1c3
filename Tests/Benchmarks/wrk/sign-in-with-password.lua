-- accounts:signInWithPassword of users that exist. Seeds: addresses.
local common = require "common"

common.expected = '"idToken"'

function init()
    local post = common.post(common.app("signInWithPassword"), common.json)
    request = common.cycle(function(email)
        return post('{"email":"' .. email .. '","password":"correct-horse","returnSecureToken":true}')
    end)
end
