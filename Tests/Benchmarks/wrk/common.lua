-- What the scripts of this directory share. BENCH_TAG makes addresses unique from run to run, BENCH_SEEDS names a file
-- with one line of tab-separated fields for each thing that exists already, BENCH_CHECK=1 looks at every answer.
local common = {
    tag = os.getenv("BENCH_TAG") or "run",
    -- What a good answer contains; each script says it.
    expected = nil,
}

local project = os.getenv("BENCH_PROJECT") or "demo-firebreak"
local key = os.getenv("BENCH_KEY") or "bench-key"

common.json = "application/json"
common.form = "application/x-www-form-urlencoded"
common.admin = "Authorization: Bearer owner\r\n"

-- Paths as an app and as an admin call them.
function common.app(method)
    return "/identitytoolkit.googleapis.com/v1/accounts:" .. method .. "?key=" .. key
end

function common.ofProject(method)
    return "/identitytoolkit.googleapis.com/v1/projects/" .. project .. "/accounts:" .. method
end

common.token = "/securetoken.googleapis.com/v1/token?key=" .. key

-- A function that makes the request for a body. Joining strings costs the load generator less than wrk.format.
function common.post(path, contentType, moreHeaders)
    local head = "POST " .. path .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n" .. (moreHeaders or "")
        .. "Content-Type: " .. contentType .. "\r\nContent-Length: "
    return function(body) return head .. #body .. "\r\n\r\n" .. body end
end

function common.get(path, moreHeaders)
    return "GET " .. path .. " HTTP/1.1\r\nHost: " .. wrk.headers["Host"] .. "\r\n" .. (moreHeaders or "") .. "\r\n"
end

-- Unique in the run: the thread's number and a counter.
local count = 0
function common.unique()
    count = count + 1
    return common.tag .. "-" .. threadNumber .. "-" .. count
end

-- A function that goes round the requests made from the seeds, each thread from another start.
function common.cycle(makeRequest)
    local requests = {}
    for line in io.lines(os.getenv("BENCH_SEEDS")) do
        local fields = {}
        for field in (line .. "\t"):gmatch("([^\t]*)\t") do fields[#fields + 1] = field end
        requests[#requests + 1] = makeRequest(unpack(fields))
    end
    local next = (threadNumber - 1) * math.floor(#requests / 2)
    return function()
        next = next % #requests + 1
        return requests[next]
    end
end

-- wrk counts statuses of 400 and more by itself, whatever a script does. This is stricter, and costs some rate.
badAnswers, firstBadAnswer = 0, ""
function common.check(status, body, ...)
    if status == 200 then
        for _, expected in ipairs({ ... }) do
            if body:find(expected, 1, true) then return end
        end
    end
    badAnswers = badAnswers + 1
    if firstBadAnswer == "" then firstBadAnswer = status .. " " .. body:sub(1, 400) end
end

if os.getenv("BENCH_CHECK") then
    function response(status, _, body) common.check(status, body, common.expected) end
end

local threads = {}
function setup(thread)
    threads[#threads + 1] = thread
    thread:set("threadNumber", #threads)
end

-- The last line on standard output is the result as JSON; lines before it show bad answers.
function done(summary, latency)
    local bad = 0
    for _, thread in ipairs(threads) do
        bad = bad + thread:get("badAnswers")
        local first = thread:get("firstBadAnswer")
        if first ~= "" then print("bad answer: " .. first:gsub("%s+", " ")) end
    end
    local errors = summary.errors
    print(string.format(
        '{"requests":%d,"microseconds":%d,"bytes":%d,"p50":%d,"p99":%d,'
            .. '"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d,"unexpected":%d}',
        summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
        errors.status, errors.connect, errors.read, errors.write, errors.timeout, bad))
end

return common
