-- wrk script: every request has another address in X-Forwarded-For, out of a file with one a line.
-- Arguments after --: that file, and at which line to begin.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format(nil, nil, { ["X-Forwarded-For"] = line })
  end
  at = tonumber(args[2]) % #requests
end

function request()
  at = at % #requests + 1
  return requests[at]
end
