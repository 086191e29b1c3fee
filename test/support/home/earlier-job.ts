// A doorstep of before answers said `good`, and one that lacks the path: in front of one of today, on the machine that this runs on.
const [upstream = '', earlier = '', missing = ''] = process.argv.slice(2)

Bun.serve({
  port: Number(earlier),
  hostname: '0.0.0.0',
  async fetch(request, server) {
    const { pathname } = new URL(request.url)
    if (pathname !== '/api/tools/port-check') return new Response('not found', { status: 404 })
    const visitor = server.requestIP(request)?.address ?? ''
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor }
    const reply = await fetch(`${upstream}${pathname}`, { method: 'POST', headers, body: await request.text() })
    const { good: _, situation: _also, ...answer } = Object(await reply.json())
    return Response.json(answer, { status: reply.status })
  },
})
Bun.serve({ port: Number(missing), hostname: '0.0.0.0', fetch: () => new Response('not found', { status: 404 }) })
console.log('listens')
