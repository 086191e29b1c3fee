-- wrk script: a given number of requests, each with an IPv4 address in X-Forwarded-For that none has had before, then it stops.
-- Arguments after --: how many requests, and how many addresses to skip.
local head, tail
local count, limit, at = 0, 0, 0
-- First octets of which nothing or not everything is public.
local others = { [0] = true, [10] = true, [100] = true, [127] = true, [169] = true, [172] = true, [192] = true, [198] = true, [203] = true }

function init(args)
  limit = tonumber(args[1])
  local whole = wrk.format(nil, nil, { ["X-Forwarded-For"] = "@" })
  local place = whole:find("@", 1, true)
  head, tail = whole:sub(1, place - 1), whole:sub(place + 1)
  for _ = 1, tonumber(args[2]) do address() end
end

-- Multiplying by an odd number permutes the 32-bit numbers, so no address comes twice, and neighbours in time are far apart.
function address()
  while true do
    at = at + 1
    local mixed = (at * 2654435761) % 4294967296
    local first = math.floor(mixed / 16777216)
    if first < 224 and not others[first] then
      return first .. "." .. math.floor(mixed / 65536) % 256 .. "." .. math.floor(mixed / 256) % 256 .. "." .. mixed % 256
    end
  end
end

function request()
  count = count + 1
  if count == limit then
    wrk.thread:stop()
    -- That ends the requests, but wrk would wait until its time is up. It hears no signal before this call returns.
    os.execute("(sleep 0.2; kill -INT $PPID) &")
  end
  return head .. address() .. tail
end
