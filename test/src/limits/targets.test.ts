// The limit of an address: in one process, and in several that share a store.
import { expect, test } from 'bun:test'
import { BucketTable, type LimitStore } from '../../../src/limits/gcra.ts'
import { TargetLimits } from '../../../src/limits/targets.ts'

function take(targets: TargetLimits, times: number, address = '192.0.2.1'): number {
  return Array.from({ length: times }, () => targets.take(address, 1)).filter(Boolean).length
}

test('forty at once, then twenty a second, and a wait that says when', () => {
  const clock = { now: 0 }
  const targets = new TargetLimits(new BucketTable(() => clock.now))
  expect([targets.waitMs('192.0.2.1'), take(targets, 100), targets.waitMs('192.0.2.1')]).toEqual([0, 40, 50])
  expect(take(targets, 1, '192.0.2.2')).toBe(1)
  clock.now += 49
  expect(take(targets, 1)).toBe(0)
  expect(targets.waitMs('192.0.2.1')).toBeCloseTo(1)
  let sent = 0
  for (const end = clock.now + 10_000; clock.now < end; clock.now++) sent += take(targets, 3)
  expect(sent).toBe(200)
})

test('the addresses of a /64 get twice as much as one of them, all together', () => {
  const clock = { now: 0 }
  const targets = new TargetLimits(new BucketTable(() => clock.now))
  const many = (count: number, network = '2001:db8:0:1') =>
    Array.from({ length: count }, (_, host) => take(targets, 1, `${network}::${(host + 1).toString(16)}`)).filter(Boolean).length
  expect([take(targets, 100, '2001:db8:0:1::1'), many(84)]).toEqual([40, 40])
  expect(targets.waitMs('2001:db8:0:1::ffff')).toBe(25)
  expect([many(1, '2001:db8:0:2'), take(targets, 100, '192.0.2.1'), take(targets, 100, '192.0.2.2')]).toEqual([1, 40, 40])
  clock.now += 10_000
  expect(many(200)).toBe(80)
})

test('packets that are too many wait for their turn, in the order in which they came', async () => {
  const clock = { now: 0 }
  const targets = new TargetLimits(new BucketTable(() => clock.now))
  const [leaving, staying] = [new AbortController(), new AbortController()]
  expect(targets.turn('192.0.2.1', 38, staying.signal)).toBe(true)
  const order: string[] = []
  const wait = async (name: string, units: number, { signal }: AbortController) => {
    order.push(`${name} ${await targets.turn('192.0.2.1', units, signal)}`)
  }
  const all = [wait('leaves', 9, leaving), wait('three', 3, staying), wait('one', 1, staying)]
  // Two are left, and whoever wants one of them would still pass those before it.
  expect(targets.waitMs('192.0.2.1')).toBe(13 * 50)
  expect(targets.turn('192.0.2.2', 1, staying.signal)).toBe(true)
  leaving.abort()
  await all[0]
  expect(targets.waitMs('192.0.2.1')).toBe(4 * 50)
  clock.now += 50
  await all[1]
  expect(order).toEqual(['leaves false', 'three true'])
  clock.now += 50
  await all[2]
  expect([order, targets.waitMs('192.0.2.1')]).toEqual([['leaves false', 'three true', 'one true'], 50])
})

/** Returns a store that answers a little later, as one in another process does. */
function sharedStore(delayMs: number): LimitStore {
  const table = new BucketTable()
  return {
    async take(charges) {
      await Bun.sleep(delayMs)
      return table.take(charges)
    },
  }
}

test.concurrent.each([
  ['an address', () => '192.0.2.1', 1],
  ['a /64', (turn: number) => `2001:db8::${turn.toString(16)}`, 2],
])(
  'several processes send one burst too much each to %s, and then make up for it',
  async (_, addressAt, factor) => {
    const store = sharedStore(2)
    const processes = [1, 2, 3, 4].map(() => new TargetLimits(new BucketTable(), store))
    const started = performance.now()
    let [sent, turn] = [0, 0]
    while (performance.now() - started < 10_000) {
      for (const one of processes) sent += take(one, 1, addressAt(turn++ % 64))
      await Bun.sleep(5)
    }
    const due = factor * (40 + 20 * ((performance.now() - started) / 1000))
    // The charges that were on their way to the store when it first refused, and then at most one a process.
    expect(sent).toBeLessThanOrEqual(due + 4 * 4)
    // A busy machine asks less often than it might.
    expect(sent).toBeGreaterThan(due * 0.9)
  },
  120_000,
)
