/** What dns-lookup is measured beside: a bare server that asks the resolver of the runtime (c-ares) for the same. */
import { Resolver } from 'node:dns/promises'

const [resolverPort = '', port = ''] = Bun.argv.slice(2)
const resolver = new Resolver()
resolver.setServers([`127.0.0.1:${resolverPort}`])

Bun.serve({
  port: Number(port),
  async fetch(request) {
    const { domain }: { domain: string } = JSON.parse(await request.text())
    return Response.json({ values: await resolver.resolve4(domain, { ttl: true }) })
  },
})
