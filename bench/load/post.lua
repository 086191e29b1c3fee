-- wrk script: every request is a POST of the JSON that the first argument after -- is.
function init(args)
  wrk.method = "POST"
  wrk.body = args[1]
  wrk.headers["Content-Type"] = "application/json"
end
