/** The comparison for dns-lookup: a bare server that sends the same queries through the runtime's resolver (c-ares). */
import { Resolver } from 'node:dns/promises'

const [resolverPort = '', port = ''] = Bun.argv.slice(2)
const resolver = new Resolver()
resolver.setServers([`127.0.0.1:${resolverPort}`])

Bun.serve({
  port: Number(port),
  async fetch(request) {
    if (request.method === 'GET') return new Response('ok')
    const { domain }: { domain: string } = JSON.parse(await request.text())
    return Response.json({ values: await resolver.resolve4(domain, { ttl: true }) })
  },
})
