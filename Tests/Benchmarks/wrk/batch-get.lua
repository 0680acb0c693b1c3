-- accounts:batchGet, going through the pages. Seeds: the size of a page and its token, which the first one lacks.
local common = require "common"

common.expected = '"users":[{"localId"'

function init()
    request = common.cycle(function(size, token)
        local page = token == "" and "" or "&nextPageToken=" .. token
        return common.get(common.ofProject("batchGet") .. "?maxResults=" .. size .. page, common.admin)
    end)
end
