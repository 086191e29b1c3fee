// A store that lies, as no real one does on demand: its answers are believed as far as they can be true.
import { expect, test } from 'bun:test'
import { BucketTable, type Charge } from '../../../src/limits/gcra.ts'
import { ParentStore } from '../../../src/limits/parent-store.ts'
import { answerOf, decisionOf } from '../../../src/limits/redis-link.ts'
import { RedisStore } from '../../../src/limits/redis-store.ts'
import { createLogger, Secret } from '../../../src/platform/log.ts'
import { openLoopback } from '../../support/net/network.ts'
import { until } from '../../support/until.ts'

const WINDOW_MS = 400
const charge: Charge = { key: '192.0.2.1', quota: { policy: 'client', burst: 4, unitMs: WINDOW_MS / 4 }, weight: 1 }
/** The arguments of a command, without the lengths between them. */
const WORD = /\$\d+\r\n([^\r]*)\r\n/g

/** Starts a store that says "yes" until it lies: then "no", for as many milliseconds as it is told. */
function lyingStore() {
  const lie = { ms: 0 }
  const close = openLoopback()
  const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`
  const answerTo = (words: readonly string[]) => {
    const [command = '', , keys = '0'] = words
    if (command === 'HELLO') return '%1\r\n+proto\r\n:3\r\n'
    if (!command.startsWith('EVAL')) return '+OK\r\n'
    const now = Date.now()
    const items = [lie.ms === 0 ? 'yes' : 'no', `${now}`, ...Array.from({ length: Number(keys) }, () => `${now + lie.ms}`)]
    return `*${items.length}\r\n${items.map(bulk).join('')}`
  }
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, bytes) {
        for (const command of bytes.toString().split(/(?=^\*\d+\r\n\$)/m))
          socket.write(answerTo([...command.matchAll(WORD)].map(([, word = '']) => word)))
      },
    },
  })
  return {
    lie,
    url: `redis://127.0.0.1:${listener.port}`,
    stop() {
      listener.stop(true)
      close()
    },
  }
}

test('locks a client out for no longer than its window, also after the store is gone', async () => {
  const lying = lyingStore()
  const store = new RedisStore(
    new Secret(lying.url, 'the store'),
    createLogger('error', () => {}, false),
    () => null,
  )
  try {
    await until(() => store.state === 'shared', 'decisions are shared')
    expect(await store.take([charge])).toMatchObject({ isAllowed: true })
    lying.lie.ms = 1e12
    const refused = await store.take([charge])
    expect(refused).toMatchObject({ isAllowed: false, standings: [{ resetMs: expect.closeTo(WINDOW_MS, -1) }] })
    expect(refused.standings[0]?.waitMs).toBeLessThanOrEqual(WINDOW_MS)
    lying.stop()
    await until(() => store.state === 'local', 'the store is gone')
    await Bun.sleep(WINDOW_MS)
    const burst = await Promise.all(Array.from({ length: 5 }, () => store.take([charge])))
    expect(burst.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, false])
  } finally {
    store.close()
    lying.stop()
  }
})

const CHARGE: Charge = { key: '192.0.2.1', quota: { policy: 'client', burst: 10, unitMs: 60_000 }, weight: 1 }

async function allowed(stores: readonly ParentStore[], tries: number): Promise<number> {
  let count = 0
  for (let index = 0; index < tries; index++) if ((await stores[index % stores.length]?.take([CHARGE]))?.isAllowed) count++
  return count
}

test('without an answer a table of its own decides; the parent is left in peace for a while, and both changes are told', async () => {
  let [asked, isStuck] = [0, true]
  const told: boolean[] = []
  const store = new ParentStore(
    async (charges) => {
      asked++
      return isStuck ? null : new BucketTable().take(charges)
    },
    (isAnswering) => void told.push(isAnswering),
  )
  expect([await allowed([store], 40), [asked, told]]).toEqual([10, [1, [false]]])
  isStuck = false
  await Bun.sleep(1050)
  expect([await allowed([store], 1), [asked, told]]).toEqual([1, [2, [false, true]]])
})

const chargeByScript: Charge = { key: 'client 192.0.2.1', quota: { policy: 'client', burst: 60, unitMs: 1000 / 3 }, weight: 2 }

test('a store that says more than can be is not believed: no bucket is emptier than empty', () => {
  const { standings } = decisionOf(answerOf(['no', '1000', '1e12'], [chargeByScript]), [chargeByScript])
  expect(standings).toEqual([{ remaining: 0, resetMs: 20_000, waitMs: expect.closeTo(2000 / 3) }])
})

test.each([
  [null],
  ['OK'],
  [[]],
  [['maybe', '1', '2']],
  [['yes', '1']],
  [['yes', 'nan', '2']],
  [['yes', '1', 'inf']],
  [['yes', '1', '2', '3']],
  [['late']],
  [['late', '1', '2']],
])('%j is not an answer of the script', (raw) => expect(() => answerOf(raw, [chargeByScript])).toThrow('NOT-OUR-SCRIPT'))
