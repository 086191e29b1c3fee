// Clients that ask now and then, each from an address of its own, and wait for every answer: how long they waited, as JSON.
// usage: bun bench/load/polite-job.ts <host> <port> <seconds>
import { requestText } from './mix.ts'
import { Wire } from './wire.ts'

export interface Politely {
  sent: number
  answered: number
  readonly refused: string[]
  /** By what was asked, in milliseconds. */
  readonly waits: Record<string, number[]>
}

const [host = '', port = '0', seconds = '30'] = process.argv.slice(2)
const CLIENTS = 20
/** A client that asks all of this for a minute stays below its allowance. */
const PLANS: readonly { readonly name: string; readonly everyMs: number; readonly body?: (client: number) => object }[] = [
  { name: 'ip', everyMs: 100 },
  { name: 'ip-lookup', everyMs: 2000, body: (client) => ({ ip: `8.8.${client}.8` }) },
  { name: 'ping', everyMs: 15_000, body: (client) => ({ host: `198.18.101.${client}`, count: 1 }) },
  { name: 'dns-lookup', everyMs: 15_000, body: (client) => ({ domain: `h${client}.z3.test` }) },
]
const told: Politely = { sent: 0, answered: 0, refused: [], waits: Object.fromEntries(PLANS.map(({ name }) => [name, []])) }
const endMs = performance.now() + Number(seconds) * 1000

async function keepAsking({ name, everyMs, body }: (typeof PLANS)[number], client: number): Promise<void> {
  const from = `198.18.100.${client}`
  const request =
    body === undefined
      ? requestText({ method: 'GET', path: '/api/ip', client: null })
      : requestText({ method: 'POST', path: `/api/tools/${name}`, client: null, body: JSON.stringify(body(client)) })
  await Bun.sleep(Math.random() * everyMs)
  let wire = new Wire(host, Number(port), from)
  while (performance.now() < endMs) {
    if (!wire.isOpen) wire = new Wire(host, Number(port), from)
    const asked = performance.now()
    told.sent++
    const reply = await wire.ask(request)
    const waitedMs = performance.now() - asked
    if (reply?.status === 200) {
      told.answered++
      told.waits[name]?.push(waitedMs)
    } else if (told.refused.length < 20) told.refused.push(`${name}: ${reply?.status ?? 'cut off'} ${reply?.body ?? ''}`)
    await Bun.sleep(Math.max(0, everyMs - waitedMs))
  }
  wire.end()
}

await Promise.all(Array.from({ length: CLIENTS }, (_, index) => PLANS.map((plan) => keepAsking(plan, index + 1))).flat())
console.log(JSON.stringify(told))
process.exit(0)
