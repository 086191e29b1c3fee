// Everybody else of bench/soak.ts, in a process and on a machine of their own: sends, judges and counts, a line of JSON every second.
// usage: bun bench/load/soak-job.ts <host> <port> <requests> <seed>
import { seededRandom } from '../../test/support/data/sources.ts'
import { cutShort, cutStream, readSlowly, sendBroken } from './hostile.ts'
import { Judge } from './judge.ts'
import { type Asked, clientAddress, hostileRequest, type Operation, politeRequest, type Random } from './mix.ts'
import { type Reply, Wire } from './wire.ts'

export interface Tally {
  sent: number
  /** The number of whole requests among these, each of which must get one answer. */
  owed: number
  answered: number
  readonly hostile: Record<string, number>
  readonly byStatus: Record<string, number>
  readonly byName: Record<string, number>
  readonly faults: string[]
  faultCount: number
}

const [host = '', ...numbers] = process.argv.slice(2)
const [port = 0, requests = 0, seed = 1] = numbers.map(Number)
const AT_ONCE = 256
const HOSTILE_SHARE = 0.2
const FAULTS_SHOWN = 20
const LINE_EVERY_MS = 1000

const door = { host, port }
const first = new Wire(host, port)
const published = await first.ask('GET /api/tools HTTP/1.1\r\nHost: doorstep.test\r\n\r\n')
first.end()
const list: { tools: Operation[] } = JSON.parse(published?.body ?? '{"tools":[]}')
const operations = new Map(list.tools.map((operation) => [operation.name, operation]))
const judge = new Judge(operations)
const tally: Tally = { sent: 0, owed: 0, answered: 0, hostile: {}, byStatus: {}, byName: {}, faults: [], faultCount: 0 }

function count(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1
}

function blame(fault: string): void {
  tally.faultCount++
  if (tally.faults.length < FAULTS_SHOWN) tally.faults.push(fault.slice(0, 600))
}

function receive({ name, bytes }: Asked, reply: Reply | null, id: number): void {
  tally.owed++
  count(tally.byName, name)
  if (!reply) {
    blame(`${id}: no answer to ${bytes}`)
    return
  }
  tally.answered++
  count(tally.byStatus, reply.status)
  const fault = judge.faultOf(name, reply)
  if (fault !== null) blame(`${id}: ${bytes} ${fault}`)
}

/** Opens one hostile connection. */
async function visit(kind: string, random: Random, id: number): Promise<void> {
  if (kind === 'cut connections') return cutShort(door, operations, random)
  if (kind === 'cut streams') return cutStream(door, random)
  if (kind === 'slow readers') {
    const reply = await readSlowly(door, clientAddress(random))
    return receive({ name: 'GET /api/catalog', bytes: 'a slow reader' }, reply, id)
  }
  const heard = await sendBroken(door, operations, random)
  if (/^HTTP\/1\.[01] 500/m.test(heard)) blame(`${id}: broken bytes were answered with ${heard}`)
}

/** Half of what is hostile are bodies; the other half takes connections with it. */
function kindOf(random: Random): string {
  if (random() >= HOSTILE_SHARE) return 'none'
  const kinds = ['bodies', 'bodies', 'bodies', 'bodies', 'raw bytes', 'cut connections', 'cut streams', 'slow readers']
  return kinds[Math.floor(random() * kinds.length)] ?? 'bodies'
}

let next = 0
async function work(): Promise<void> {
  let wire = new Wire(host, port)
  while (next < requests) {
    const id = seed + next++
    const random = seededRandom(id)
    const kind = kindOf(random)
    tally.sent++
    if (kind !== 'none') count(tally.hostile, kind)
    if (kind !== 'none' && kind !== 'bodies') {
      await visit(kind, random, id)
      continue
    }
    const asked = kind === 'bodies' ? hostileRequest(operations, random) : politeRequest(operations, random)
    if (!wire.isOpen) wire = new Wire(host, port)
    receive(asked, await wire.ask(asked.bytes), id)
  }
  wire.end()
}

const tell = () => console.log(JSON.stringify(tally))
const telling = setInterval(tell, LINE_EVERY_MS)
await Promise.all(Array.from({ length: AT_ONCE }, work))
clearInterval(telling)
tell()
process.exit(0)
