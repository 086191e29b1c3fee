// Limits shared through a real Redis or Valkey: the same arithmetic, exact in total, and whatever happens to the server, requests never
// wait, are never charged twice, and an instance alone never allows more than the quota.
import { describe, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BucketTable, type Charge, type Quota } from '../../src/limits/gcra.ts'
import { decisionOf, KEY_PREFIX, RedisLink, WHENEVER_MS } from '../../src/limits/redis-link.ts'
import { RedisStore } from '../../src/limits/redis-store.ts'
import { rootsWith } from '../../src/net/tls/trust.ts'
import { createLogger, Secret } from '../../src/platform/log.ts'
import { seededRandom } from '../support/data/sources.ts'
import { labTest } from '../support/lab.ts'
import { STORE_PROGRAM, StoreServer } from '../support/limits/redis.ts'
import { LoopWatch } from '../support/loop-watch.ts'
import { freePort } from '../support/net/network.ts'
import { ROOT } from '../support/server.ts'
import { AUTHORITY, Pki } from '../support/tls/pki.ts'
import { until } from '../support/until.ts'

const NEEDS = { programs: [STORE_PROGRAM] }
/** The time that a decision waits for the store, with a tolerance for the delays of a busy machine. */
const DECISION_MAX_MS = 60
/** A fault is in every round, what a busy machine does is not. */
const ROUNDS_MAX = 10
const SLOW: Quota = { policy: 'client', burst: 100, unitMs: 3_600_000 }
const FAST: Quota = { policy: 'client', burst: 60, unitMs: 10 }
const charge = (key: string, weight = 1, quota = SLOW): Charge => ({ key, quota, weight })

class Instance implements Disposable {
  readonly lines: string[] = []
  readonly store: RedisStore
  allowed = 0
  slowestMs = 0

  constructor(url: string, { shown = 'the store', roots = null }: { shown?: string; roots?: readonly string[] | null } = {}) {
    const log = createLogger('debug', (line) => void this.lines.push(line), false)
    this.store = new RedisStore(new Secret(url, shown), log, () => roots)
  }

  static async shared(url: string): Promise<Instance> {
    const instance = new Instance(url)
    await instance.isShared()
    return instance
  }

  isShared(): Promise<void> {
    return until(() => this.store.state === 'shared', 'decisions are shared')
  }

  async take(...charges: readonly Charge[]) {
    const asked = performance.now()
    const decision = await this.store.take(charges)
    this.slowestMs = Math.max(this.slowestMs, performance.now() - asked)
    if (decision.isAllowed) this.allowed++
    return decision
  }

  /** Takes one unit after the other, several at a time, until it is told to end. */
  async press(quota: Charge, isOver: () => boolean): Promise<void> {
    const pressing = async () => {
      while (!isOver()) {
        await this.take(quota)
        await Bun.sleep(1)
      }
    }
    await Promise.all([pressing(), pressing(), pressing()])
  }

  [Symbol.dispose](): void {
    this.store.close()
  }
}

labTest('ten thousand random decisions are those of the table of one process', NEEDS, async () => {
  await using server = await StoreServer.start()
  const link = await RedisLink.open({ url: server.url, roots: null }, charge('first'))
  const random = seededRandom(1371)
  let now = 0
  const table = new BucketTable(() => now)
  const quotas: Quota[] = [
    { policy: 'client', burst: 60, unitMs: 1.7 },
    { policy: 'target', burst: 7, unitMs: 10 / 7 },
    { policy: 'concurrency', burst: 3, unitMs: 0.31 },
  ]
  const verdicts = { yes: 0, no: 0, late: 0 }
  for (let round = 0; round < 10_000; round++) {
    const charges = quotas
      .filter(() => random() < 0.7)
      .map((quota) => charge(`${quota.policy} ${Math.floor(random() * 4)}`, Math.floor(random() * (quota.burst / 2)), quota))
    const answer = await link.take(charges, WHENEVER_MS, [])
    now = answer.nowMs
    verdicts[answer.verdict]++
    expect(decisionOf(answer, charges)).toEqual(table.take(charges))
  }
  expect(verdicts.yes).toBeGreaterThan(1000)
  expect(verdicts.no).toBeGreaterThan(1000)
  link.close()
})

labTest('the buckets of one decision are in one slot of a cluster', NEEDS, async () => {
  const busPort = freePort()
  await using server = await StoreServer.start('--cluster-enabled', 'yes', '--cluster-port', `${busPort}`)
  await server.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await until(async () => String(await server.command('CLUSTER', 'INFO')).includes('cluster_state:ok'), 'the cluster is up')
  await expect(server.command('MGET', 'a', 'b')).rejects.toThrow('CROSSSLOT')
  using one = await Instance.shared(server.url)
  await one.take(charge('a', 2), charge('b', 3))
  expect(await server.command('EXISTS', `${KEY_PREFIX}a`, `${KEY_PREFIX}b`)).toBe(2)
})

/**
 * Returns the least of several measurements: a busy machine can hold up a server for so long that instances decide by themselves for a
 * moment.
 */
async function leastOf(measure: () => Promise<number>): Promise<number> {
  const found: number[] = []
  while (found.length < ROUNDS_MAX && !found.some((excess) => Math.abs(excess) < 4)) found.push(await measure())
  return found.reduce((one, other) => (Math.abs(one) < Math.abs(other) ? one : other))
}

labTest('two instances allow exactly the quota in total', NEEDS, async () => {
  await using server = await StoreServer.start()
  const due = FAST.burst + 4000 / FAST.unitMs
  const excess = await leastOf(async () => {
    using one = await Instance.shared(server.url)
    using other = await Instance.shared(server.url)
    const started = performance.now()
    const isOver = () => performance.now() - started > 4000
    const key = crypto.randomUUID()
    await Promise.all([one.press(charge(key, 1, FAST), isOver), other.press(charge(key, 1, FAST), isOver)])
    expect(Math.min(one.allowed, other.allowed)).toBeGreaterThan(due * 0.1)
    return one.allowed + other.allowed - FAST.burst - (performance.now() - started) / FAST.unitMs
  })
  expect(Math.abs(excess)).toBeLessThan(due * 0.01)
})

type Step = (server: StoreServer, other: StoreServer) => unknown

const PASSWORD = 'correct horse'
const config: (...values: string[]) => Step =
  (...values) =>
  (server) =>
    server.command('CONFIG', 'SET', ...values)
const changePassword: Step = async (server) => {
  await server.command('CONFIG', 'SET', 'requirepass', PASSWORD)
  server.password = PASSWORD
  await server.command('CLIENT', 'KILL', 'TYPE', 'normal')
}
/** Accidents, with their end and the state of the instances while they last. */
const ACCIDENTS: readonly (readonly [name: string, happens: Step, ends: Step, state: 'shared' | 'local'])[] = [
  ['stopped', (server) => server.stop(), (server) => server.start(), 'local'],
  ['paused', (server) => server.pause(), (server) => server.resume(), 'local'],
  ['full', config('maxmemory-policy', 'noeviction', 'maxmemory', '1000'), config('maxmemory', '0'), 'local'],
  [
    'made a replica',
    (server, other) => server.command('REPLICAOF', '127.0.0.1', `${other.port}`),
    (server) => server.command('REPLICAOF', 'NO', 'ONE'),
    'local',
  ],
  ['given another password', changePassword, config('requirepass', ''), 'local'],
  ['robbed of its scripts', (server) => server.command('SCRIPT', 'FLUSH'), () => {}, 'shared'],
  ['emptied', (server) => server.command('FLUSHALL'), () => {}, 'shared'],
]

describe('while two instances are pressed, the server is', () => {
  for (const [name, ...accident] of ACCIDENTS) labTest(name, NEEDS, () => survive(...accident))
})

async function survive(happens: Step, ends: Step, state: 'shared' | 'local'): Promise<void> {
  await using server = await StoreServer.start()
  await using other = await StoreServer.start()
  using one = await Instance.shared(server.url)
  using two = await Instance.shared(server.url)
  using watch = new LoopWatch()
  const instances = [one, two]
  const started = performance.now()
  const due = () => FAST.burst + (performance.now() - started) / FAST.unitMs
  const total = () => one.allowed + two.allowed
  let isOver = false
  const pressing = instances.map((instance) => instance.press(charge('a', 1, FAST), () => isOver))
  await Bun.sleep(300)
  await happens(server, other)
  await until(() => instances.every(({ store }) => store.state === state), `decisions are ${state}`)
  await Bun.sleep(1200)
  expect(instances.map(({ store }) => store.state)).toEqual([state, state])
  await ends(server, other)
  await Promise.all(instances.map((instance) => instance.isShared()))
  // Both instances have asked since.
  await Bun.sleep(200)
  const excess = await leastOf(async () => {
    const [then, allowedThen] = [performance.now(), total()]
    await Bun.sleep(1500)
    return total() - allowedThen - (performance.now() - then) / FAST.unitMs
  })
  const ceiling = due() + 1
  isOver = true
  await Promise.all(pressing)

  // Shared again: the two have one quota. What the first answers leave open of the server's clock, 50 ms at most, may be unspent before.
  expect(excess).toBeLessThanOrEqual((1500 * 0.01 + 50 + watch.lateMs) / FAST.unitMs)
  expect(excess).toBeGreaterThan((-1500 * 0.1 - watch.lateMs) / FAST.unitMs)
  for (const { allowed, slowestMs, lines } of instances) {
    expect(allowed).toBeLessThanOrEqual(ceiling)
    expect(slowestMs).toBeLessThan(DECISION_MAX_MS + watch.lateMs)
    const levels = lines.map((line) => JSON.parse(line).level)
    // A line a change; a busy machine may see one more gap.
    expect(levels).toEqual(levels.map((_, index) => (index % 2 === 0 ? 'info' : 'warn')))
    expect(levels.length).toBeGreaterThanOrEqual(state === 'local' ? 3 : 1)
    expect(levels.length).toBeLessThanOrEqual(5)
    expect(lines.join()).not.toContain(PASSWORD)
  }
  // The two that are in use, and the one that asks.
  expect(
    String(await server.command('CLIENT', 'LIST', 'TYPE', 'normal'))
      .trim()
      .split('\n'),
  ).toHaveLength(3)
}

labTest('a paused server charges nothing when it continues, and gets the decisions made in the meantime', NEEDS, async () => {
  await using server = await StoreServer.start()
  using one = await Instance.shared(server.url)
  const remaining = async () => {
    const link = await RedisLink.open({ url: server.url, roots: null }, charge('first'))
    const answer = await link.take([charge('a', 0)], WHENEVER_MS, [])
    link.close()
    return decisionOf(answer, [charge('a', 0)]).standings[0]?.remaining
  }
  await one.take(charge('a', 10))
  expect(await remaining()).toBe(90)
  using watch = new LoopWatch()
  server.pause()
  const during = await Promise.all(Array.from({ length: 20 }, () => one.take(charge('a'))))
  expect(during.every(({ isAllowed }) => isAllowed)).toBe(true)
  for (let more = 0; more < 5; more++) await one.take(charge('a'))
  expect(one.store.state).toBe('local')
  expect(one.slowestMs).toBeLessThan(DECISION_MAX_MS + watch.lateMs)
  server.resume()
  await one.isShared()
  // The twenty have arrived by now.
  expect([await remaining(), (await one.take(charge('a'))).standings[0]?.remaining]).toEqual([90, 64])
  expect(await remaining()).toBe(64)
})

labTest(
  'an instance starts without its store, and shares as soon as that is there; a wrong password is not logged',
  NEEDS,
  async () => {
    await using server = await StoreServer.start()
    await server.command('CONFIG', 'SET', 'requirepass', 'another one')
    const shown = `redis://127.0.0.1:${server.port}`
    using one = new Instance(`redis://:wrong@127.0.0.1:${server.port}`, { shown })
    expect(one.store.take([charge('a')])).toMatchObject({ isAllowed: true })
    await until(() => one.lines.length > 0, 'a line in the log')
    await Bun.sleep(500)
    expect(one.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', store: shown, reason: 'connection-closed' },
    ])
    server.password = 'another one'
    await server.command('CONFIG', 'SET', 'requirepass', 'wrong')
    await one.isShared()
    expect(one.lines.map((line) => JSON.parse(line).level)).toEqual(['warn', 'info'])
    expect((await one.take(charge('a'))).standings[0]?.remaining).toBe(98)
  },
)

labTest('a user with the rights that docs/hosting.md names is enough', NEEDS, async () => {
  await using server = await StoreServer.start()
  const [, rights = ''] = /`(~\{doorstep\}:\* [^`]+)`/.exec(readFileSync(join(ROOT, 'docs', 'hosting.md'), 'utf8')) ?? []
  await server.command('ACL', 'SETUSER', 'doorstep', 'on', '>secret', ...rights.split(' '))
  using one = await Instance.shared(`redis://doorstep:secret@127.0.0.1:${server.port}/3`)
  expect((await one.take(charge('a'))).standings[0]?.remaining).toBe(99)
  await server.command('SCRIPT', 'FLUSH')
  expect((await one.take(charge('a'))).standings[0]?.remaining).toBe(98)
  await server.command('ACL', 'SETUSER', 'doorstep', '-set')
  expect((await one.take(charge('a'))).standings[0]?.remaining).toBe(97)
  expect([one.store.state, one.lines.length]).toEqual(['local', 2])
})

labTest('over TLS, the server has to be vouched for', { programs: [STORE_PROGRAM, 'openssl'] }, async () => {
  using pki = new Pki()
  const root = await pki.issue('root', { extensions: AUTHORITY })
  const leaf = await pki.issue('store', { by: root, san: ['IP:127.0.0.1'] })
  const port = freePort()
  const files = ['--tls-cert-file', leaf.certificate, '--tls-key-file', leaf.key, '--tls-ca-cert-file', root.certificate]
  await using _server = await StoreServer.start('--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no')
  const roots = rootsWith([readFileSync(root.certificate, 'utf8')])
  using trusting = new Instance(`rediss://127.0.0.1:${port}`, { roots })
  using wary = new Instance(`rediss://127.0.0.1:${port}`)
  using misled = new Instance(`rediss://127.0.0.2:${port}`, { roots })
  await trusting.isShared()
  await Bun.sleep(300)
  expect([wary, misled].map(({ store }) => store.state)).toEqual(['local', 'local'])
  expect((await trusting.take(charge('a'))).standings[0]?.remaining).toBe(99)
})
