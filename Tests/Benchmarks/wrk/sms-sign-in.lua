-- Two requests a round, both counted: accounts:sendVerificationCode to a test number, then
-- accounts:signInWithPhoneNumber with the session from its answer. Test numbers, because no answer tells the code of
-- any other; all have the same code, as an answer does not tell the number either. Seeds: numbers.
-- A thread sends the sign-in as soon as one of its connections is free, not always on the connection of the session.
local common = require "common"

local sendCode, signIn
function init()
    local send = common.post(common.app("sendVerificationCode"), common.json)
    sendCode = common.cycle(function(number) return send('{"phoneNumber":"' .. number .. '"}') end)
    signIn = common.post(common.app("signInWithPhoneNumber"), common.json)
end

local sessions = {}

function request()
    local session = table.remove(sessions)
    if session then return signIn('{"sessionInfo":"' .. session .. '","code":"123456"}') end
    return sendCode()
end

function response(status, _, body)
    local session = body:match('"sessionInfo":"([^"]+)"')
    if session then sessions[#sessions + 1] = session end
    common.check(status, body, '"sessionInfo"', '"idToken"')
end
