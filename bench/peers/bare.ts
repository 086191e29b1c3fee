// The least that a server of this runtime can do: the address of the peer, with the headers that were given.
// usage: bun bench/peers/bare.ts PORT HEADERS (as JSON)
const [port, headers = '{}'] = process.argv.slice(2)
const init = { headers: new Headers(JSON.parse(headers)) }
Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch: (request, server) => new Response(server.requestIP(request)?.address, init),
})
