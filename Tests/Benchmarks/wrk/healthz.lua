-- The empty route; every rate is compared with that of the bare server's.
local common = require "common"

common.expected = "ok\n"
wrk.path = "/healthz"
