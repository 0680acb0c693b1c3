-- accounts:signInWithIdp of Google accounts that exist. Seeds: the claims of ID tokens as JSON, percent-encoded.
local common = require "common"

common.expected = '"idToken"'

function init()
    local post = common.post(common.app("signInWithIdp"), common.json)
    request = common.cycle(function(idToken)
        return post('{"requestUri":"http://localhost","postBody":"providerId=google.com&id_token=' .. idToken
            .. '","returnSecureToken":true}')
    end)
end
