// The least that a server of this runtime can do for a POST: it checks the body against the schema of ip-lookup, and answers with the same
// JSON and headers, of which only what differs from answer to answer is made anew.
// usage: bun bench/peers/validated.ts PORT HEADERS ANSWER (both as JSON)
import { TypeCompiler } from '@sinclair/typebox/compiler'
import ipLookup from '../../tools/ip-lookup.ts'

const [port, headers = '{}', answer = '{}'] = process.argv.slice(2)
const init = { headers: new Headers(JSON.parse(headers)) }
const { headline, ...known } = JSON.parse(answer)
if (ipLookup.body === null) throw new Error('ip-lookup has no body')
const schema = TypeCompiler.Compile(ipLookup.body)

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  async fetch(request) {
    if (request.method !== 'POST') return new Response('ready')
    const started = performance.now()
    const body: unknown = await request.json()
    if (!schema.Check(body)) return new Response('', { status: 422 })
    const checkedAt = new Date().toISOString()
    return new Response(JSON.stringify({ ...known, checkedAt, elapsedMs: performance.now() - started, headline }), init)
  },
})
