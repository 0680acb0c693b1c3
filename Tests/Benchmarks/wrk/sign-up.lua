-- accounts:signUp, each with an address of its own.
local common = require "common"

common.expected = '"idToken"'

local post
function init() post = common.post(common.app("signUp"), common.json) end

function request()
    return post('{"email":"' .. common.unique() .. '@bench.test","password":"correct-horse","returnSecureToken":true}')
end
