// The cost of a request that is not charged, on every route; and how long others wait while one client sends all it can.
import { expect } from 'bun:test'
import { slowness } from '../support/cost.ts'
import { type Cost, costOf } from '../support/door/cost.ts'
import { everyRequest } from '../support/door/every-request.ts'
import { FLOODS, type Wait, worstWait } from '../support/door/floods.ts'
import { labTest } from '../support/lab.ts'
import { startServer } from '../support/server.ts'

/** Half of it is the goal; the rest is for machines that are slow or busy, where caches are cold. */
const FREE_CPU_MS = 1
const GLANCE = { rounds: 1, requests: 5 }
const LOOK = { rounds: 5, requests: 8 }
const TRIES = 3
/** A cost that is real is there each time; one that the machine makes is not. */
const LOOKS_MAX = 12
/** The time that the server may work for one client that sends all it can while another waits; a stall took seconds. */
const WAIT_MS = 250
const FLOODED_MS = 1000
const ARGS = ['--rate-limit', '1000000/s', '--trusted-proxies', '127.0.0.1', '--metrics', '--compat']

const isDear = ({ isCharged, cpuMs }: Cost) => !isCharged && cpuMs > FREE_CPU_MS && cpuMs > FREE_CPU_MS * slowness()

labTest('what is not charged costs next to nothing, whatever is asked', {}, async () => {
  await using server = await startServer({ args: ARGS })
  const all = await everyRequest(server.url)
  expect(all.length).toBeGreaterThan(800)
  const costs: Cost[] = []
  const dear: Cost[] = []
  for (const asked of all) {
    let cost = await costOf(server, asked, GLANCE)
    // A collection of garbage in between is not the cost of this request.
    for (let tries = 0; tries < LOOKS_MAX && isDear(cost); tries++) cost = await costOf(server, asked, LOOK)
    costs.push(cost)
    // Judged now: by the end of the test, the machine may be as idle as it was busy here.
    if (isDear(cost)) dear.push(cost)
  }
  const free = costs.filter(({ isCharged }) => !isCharged).toSorted((one, other) => other.cpuMs - one.cpuMs)
  const shown = ({ name, status, cpuMs }: Cost) => `${cpuMs.toFixed(2)} ms: ${status} ${name}`
  console.info(
    `${costs.length} requests, ${free.length} of them free, the dearest of which are\n${free.slice(0, 12).map(shown).join('\n')}`,
  )
  expect(dear.map(shown)).toEqual([])
  // No measured request was refused for its number, and none broke.
  expect(costs.filter(({ status }) => status === 429 || status >= 500).map(shown)).toEqual([])
})

for (const flood of FLOODS)
  labTest(`others are answered while one client sends ${flood.name}`, {}, async () => {
    const { name } = flood
    await using server = await startServer({ args: ['--rate-limit', '60/min'] })
    await fetch(`${server.url}/openapi.json`)
    const waits: Wait[] = []
    // A collection of garbage may fall into it; a stall by the flood happens each time.
    while (waits.length < TRIES && !waits.some(({ workMs }) => workMs < WAIT_MS))
      waits.push(await worstWait(server, flood, FLOODED_MS))
    const shown = waits.map(({ wallMs, workMs }) => `${wallMs.toFixed(0)} ms, in which the server worked ${workMs.toFixed(0)}`)
    console.info(`${name}: at worst ${shown.join('; ')}`)
    expect(Math.min(...waits.map(({ workMs }) => workMs))).toBeLessThan(WAIT_MS)
  })
