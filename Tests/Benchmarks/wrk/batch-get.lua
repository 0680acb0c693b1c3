-- accounts:batchGet, 1,000 accounts a page, going through the pages. Seeds: page tokens, the first one empty.
local common = require "common"

common.expected = '"users":[{"localId"'

function init()
    request = common.cycle(function(token)
        local page = token == "" and "" or "&nextPageToken=" .. token
        return common.get(common.ofProject("batchGet") .. "?maxResults=1000" .. page, common.admin)
    end)
end
