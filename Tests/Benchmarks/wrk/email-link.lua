-- Two requests a round, both counted: an admin's accounts:sendOobCode that returns the link (returnOobLink), then
-- accounts:signInWithEmailLink with the code from that link. Each round has a new address, so it creates an account.
-- A thread sends the sign-in as soon as one of its connections is free, not always on the connection of the link.
local common = require "common"

local sendCode, signIn
function init()
    sendCode = common.post(common.ofProject("sendOobCode"), common.json, common.admin)
    signIn = common.post(common.app("signInWithEmailLink"), common.json)
end

local links = {}

function request()
    local link = table.remove(links)
    if link then return signIn('{"email":"' .. link.email .. '","oobCode":"' .. link.code .. '"}') end
    return sendCode(
        '{"requestType":"EMAIL_SIGNIN","email":"' .. common.unique() .. '@bench.test","returnOobLink":true,'
            .. '"continueUrl":"http://localhost/finish","canHandleCodeInApp":true}')
end

function response(status, _, body)
    local code = body:match('"oobLink":"[^"]*[?&]oobCode=([%w_-]+)')
    if code then links[#links + 1] = { email = body:match('"email":"([^"]+)"'), code = code } end
    common.check(status, body, '"oobLink"', '"idToken"')
end
