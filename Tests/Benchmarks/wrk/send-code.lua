-- accounts:sendOobCode for a sign-in link, each to an address of its own.
local common = require "common"

common.expected = '"email"'

local post
function init() post = common.post(common.app("sendOobCode"), common.json) end

function request()
    return post(
        '{"requestType":"EMAIL_SIGNIN","email":"' .. common.unique() .. '@bench.test",'
            .. '"continueUrl":"http://localhost/finish","canHandleCodeInApp":true}')
end
