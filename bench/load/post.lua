-- wrk script: every request is a POST of the JSON that the first argument after -- is; a %d in it is another number each time.
local body = ""
local count = 0

function init(args)
  body = args[1]
  wrk.method = "POST"
  wrk.body = body
  wrk.headers["Content-Type"] = "application/json"
  if not body:find("%d", 1, true) then
    local made = wrk.format()
    request = function() return made end
  end
end

function request()
  count = count + 1
  return wrk.format(nil, nil, nil, body:format(count))
end
