// Clients of a load balancer, each connection from an address of its own, until standard input closes; prints what came of it.
// usage: crowd-job.ts HOST PREFIX CLIENTS
import { Wire } from '../../../bench/load/wire.ts'

const [host = '', prefix = '', clients = '1'] = process.argv.slice(2)
const ADDRESSES = 250
const PER_CONNECTION = 8
/** Nothing here is answered as slowly unless something waits for a machine that has gone. */
const SLOW_MS = 2500
const PAUSE_MS = 5
const BODY = '{"ip":"8.8.8.8"}'
const REQUESTS = [
  'GET /api/ip HTTP/1.1\r\nHost: x\r\n\r\n',
  `POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
] as const

const counts = { answered: 0, lost: 0, refused: 0, foreign: 0, slow: 0 }
let isOver = false
let next = 0

/** Sends one request, over the connection if it is still open. One that ends before it answers is tried again over a new one, as browsers do (RFC 9112, 9.3.1). */
async function ask(wire: Wire | null, from: string, index: number): Promise<Wire> {
  const request = REQUESTS[index % REQUESTS.length] ?? ''
  const asked = wire?.isOpen ? wire : new Wire(host, 80, from)
  const started = performance.now()
  const reply = await asked.ask(request)
  if (reply === null && asked === wire) return ask(null, from, index)
  if (performance.now() - started > SLOW_MS) counts.slow++
  if (reply === null) counts.lost++
  else if (reply.status !== 200) counts.refused++
  else counts.answered++
  if (reply?.status === 200 && index % REQUESTS.length === 0 && reply.body !== from) counts.foreign++
  return asked
}

async function connection(): Promise<void> {
  const from = `${prefix}.${(next++ % ADDRESSES) + 1}`
  let wire: Wire | null = null
  for (let index = 0; index < PER_CONNECTION && !isOver; index++) {
    await Bun.sleep(PAUSE_MS)
    wire = await ask(wire, from, index)
  }
  wire?.end()
}

const running = Array.from({ length: Number(clients) }, async () => {
  while (!isOver) await connection()
})
await Bun.stdin.text()
isOver = true
await Promise.all(running)
console.log(JSON.stringify(counts))
