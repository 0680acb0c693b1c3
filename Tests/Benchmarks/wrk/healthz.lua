-- The empty route, which every other rate is compared with.
local common = require "common"

common.expected = "ok\n"
wrk.path = "/healthz"
