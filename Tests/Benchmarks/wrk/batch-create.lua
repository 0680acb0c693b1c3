-- accounts:batchCreate, 1,000 new accounts a call.
local common = require "common"

-- An account that is refused makes the list longer, still with status 200.
common.expected = '"error":[]'

local post
local users = {}
for number = 1, 1000 do
    local id = "#-" .. number
    users[number] = '{"localId":"' .. id .. '","email":"' .. id .. '@bench.test"}'
end
local body = '{"users":[' .. table.concat(users, ",") .. "]}"

function init() post = common.post(common.ofProject("batchCreate"), common.json, common.admin) end

function request() return post((body:gsub("#", (common.unique())))) end
