// Limits of several instances through one store, as a client of both sees them over HTTP.
import { expect } from 'bun:test'
import { labTest } from '../support/lab.ts'
import { STORE_PROGRAM, StoreServer } from '../support/limits/redis.ts'
import { bodyOf, PATIENT, postTool, type Server, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const NEEDS = { programs: [STORE_PROGRAM] }
const QUOTA = 200
/** The time that a request waits for the store, with a tolerance for the delays of a busy machine. */
const WAIT_MAX_MS = 60
const from = (client: string) => ({ 'x-forwarded-for': client })

const LIMITED = ['--trusted-proxies', '127.0.0.0/8', '--rate-limit', `${QUOTA}/h`, '--metrics']
const startInstance = (url: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  startServer({ env, args: ['--redis-url', url, ...LIMITED, ...args] })
/** Returns how often an instance has said that it shares. */
const sharings = ({ output }: Server) => output.filter((line) => line.includes('limits are shared through the store')).length

type Pressed = { readonly allowed: number; readonly slowestMs: number }

/** Sends this many requests of a client, several at once, in turn at each instance. */
async function press(servers: readonly Server[], client: string, count: number): Promise<Pressed> {
  let [next, allowed, slowestMs] = [0, 0, 0]
  const asking = async () => {
    while (next < count) {
      const { url } = servers[next++ % servers.length] ?? { url: '' }
      const asked = performance.now()
      const { status } = await postTool(url, 'port-forward-plan', { useCase: 'minecraft' }, from(client))
      slowestMs = Math.max(slowestMs, performance.now() - asked)
      expect([200, 429]).toContain(status)
      if (status === 200) allowed++
    }
  }
  await Promise.all([asking(), asking(), asking(), asking()])
  return { allowed, slowestMs }
}

const remaining = async ({ url }: Server, client: string) =>
  (await bodyOf(await fetch(`${url}/api/limits`, { headers: from(client) }))).remaining
const storeUp = async ({ url }: Server) =>
  /^doorstep_limit_store_up (\d)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]

/** A busy machine may keep a store from answering in time, so several clients may try. */
const CLIENTS = 5

labTest('an instance of several processes shares as well as one of one', NEEDS, async () => {
  await using store = await StoreServer.start()
  // They wait for their store as long as it takes.
  await using one = await startInstance(store.url, ['--workers', '2'], PATIENT)
  await using two = await startInstance(store.url, [], PATIENT)
  await until(() => [one, two].every(sharings), 'both share')
  expect(sharings(one)).toBe(1)
  const { allowed } = await press([one, two], '198.51.100.100', QUOTA * 2)
  expect(Math.abs(allowed - QUOTA)).toBeLessThanOrEqual(QUOTA / 100)
  for (const server of [one, two]) expect(await remaining(server, '198.51.100.100')).toBe(0)
  expect(await Promise.all([storeUp(one), storeUp(two)])).toEqual(['1', '1'])
  await store.stop()
  await press([one, two], '198.51.100.3', 4)
  expect(await Promise.all([storeUp(one), storeUp(two)])).toEqual(['0', '0'])
})

labTest(
  'while the store is paused no request waits for it, and no client gets more than twice the allowance',
  NEEDS,
  async () => {
    await using store = await StoreServer.start()
    await using one = await startInstance(store.url)
    await using two = await startInstance(store.url, ['--workers', '2'])
    await until(() => [one, two].every(sharings), 'both share')
    const usual = await press([one, two], '198.51.100.1', QUOTA)
    store.pause()
    // A busy machine may also keep the processes of one instance from answering each other in time.
    const isAsPromised = ({ allowed, slowestMs }: Pressed) =>
      allowed >= QUOTA && allowed <= QUOTA * 2 && slowestMs < WAIT_MAX_MS + usual.slowestMs
    const during: Pressed[] = []
    while (during.length < CLIENTS && !during.some(isAsPromised))
      during.push(await press([one, two], `198.51.100.${2 + during.length}`, QUOTA * 3))
    expect(during.filter(isAsPromised), JSON.stringify(during)).toHaveLength(1)
    const before = [one, two].map(sharings)
    store.resume()
    await until(() => [one, two].every((server, index) => sharings(server) > (before[index] ?? 0)), 'both share again')
    // The last of them: those before may have waited for as long as a request takes to come back.
    expect((await press([one, two], `198.51.100.${1 + during.length}`, 20)).allowed).toBe(0)
  },
)
