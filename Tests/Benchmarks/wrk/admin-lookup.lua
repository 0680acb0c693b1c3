-- An admin's accounts:lookup of accounts that exist, by whatever the seeds say. Seeds: bodies.
local common = require "common"

common.expected = '"users":[{"localId"'

function init()
    local post = common.post(common.ofProject("lookup"), common.json, common.admin)
    request = common.cycle(post)
end
