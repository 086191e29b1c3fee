// The limits around a run, without HTTP: clients that share an allowance, the moment of the charge, and the return of a slot.
import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/contract/problem.ts'
import { BucketTable } from '../../../src/limits/gcra.ts'
import { Limits } from '../../../src/limits/limits.ts'
import type { Call, Eventually, Outcome } from '../../../src/operations/run/call.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { type Caller, Peer } from '../../../src/policy/caller.ts'
import { defineText, defineTool, publicHost, publicIp, t } from '../../../src/tool.ts'

const WORDS = { title: 'x', summary: 'x', 'label.host': 'x', 'field.host': 'x' } as const
const text = defineText({ en: WORDS, ko: WORDS })
const COMMON = {
  path: '/x',
  group: 'ip',
  text,
  body: t.Object({ host: t.String() }),
  result: t.Object({}),
  headline: () => 'Done.',
} as const
const sends = { name: 'sends', tool: defineTool({ ...COMMON, policy: publicHost('host'), weight: 1, run: () => ({}) }) }
const other = { ...sends, name: 'other' }

const looksUp = {
  name: 'looks-up',
  tool: defineTool({ ...COMMON, policy: publicIp('host', { asks: 'nobody' }), run: () => ({}) }),
}

const DONE: Outcome = { result: {}, answer: {} }
const charged = async (call?: Call): Promise<Outcome> => {
  await call?.charge?.()
  return DONE
}

function setUp({ count = 2, maxConcurrency = 64 } = {}) {
  const clock = { now: 0 }
  const settings = { rateLimit: { count, windowS: 60 }, maxConcurrency, tell() {} } as const
  const limits = new Limits(settings, null, new BucketTable(() => clock.now))
  return { clock, limits }
}

function from(address: string, source: 'socket' | 'unnamed-proxy' = 'socket'): Caller {
  const parsed = parseAddress(address)
  if (!parsed) throw new Error(address)
  return new Peer(parsed, source)
}

/** Somebody who came over a socket file. */
const UNKNOWN = new Peer(null, 'socket')

const callOf = (caller: Caller): Call => ({ body: {}, caller, locale: 'en', signal: new AbortController().signal, face: 'cli' })

/** Returns the code and the policies of a refusal, or the outcome of the run. */
async function outcomeOf(run: () => Eventually<Outcome>) {
  try {
    await run()
    return 'done'
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.code} ${thrown.particulars.violated?.map(({ policy }) => policy)} ${thrown.particulars.retryAfterS}`
  }
}

describe('an allowance', () => {
  const ask = (limits: Limits, address: string) => outcomeOf(() => limits.around(sends, callOf(from(address)), charged))

  test.each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['2001:db8::1', '2001:db8::ffff:1', '2001:db8:0:1::1'],
  ])('of %s is that of %s, and not that of %s', async (one, same, another) => {
    const { limits } = setUp()
    expect([await ask(limits, one), await ask(limits, same), await ask(limits, one)]).toEqual([
      'done',
      'done',
      'rate-limited client 30',
    ])
    expect(await ask(limits, another)).toBe('done')
  })

  test('of a /48 is four times that of a /64', async () => {
    const { limits } = setUp()
    const answers = []
    for (let net = 0; net < 10; net++) answers.push(await ask(limits, `2001:db8:7:${net}::1`))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(8)
    expect([answers.at(-1), await ask(limits, '2001:db8:8::1')]).toEqual(['rate-limited client 8', 'done'])
  })

  test('is shared behind a proxy that does not name its clients', async () => {
    const { limits } = setUp({ count: 1 })
    const run = () => outcomeOf(() => limits.around(sends, callOf(from('10.0.0.1', 'unnamed-proxy')), charged))
    expect([await run(), await run()]).toEqual(['done', 'rate-limited client 60'])
  })

  test('and slots are shared by all who come over a socket file without a name', async () => {
    const { limits } = setUp({ count: 1 })
    const run = () => outcomeOf(() => limits.around(sends, callOf(UNKNOWN), charged))
    expect([await run(), await run()]).toEqual(['done', 'rate-limited client 60'])
    const slots = setUp({ count: 100, maxConcurrency: 32 }).limits
    const end = Promise.withResolvers<Outcome>()
    const running = [1, 2].map(() => outcomeOf(() => slots.around(sends, callOf(UNKNOWN), () => end.promise)))
    expect(await outcomeOf(() => slots.around(sends, callOf(UNKNOWN), charged))).toBe('rate-limited concurrency 1')
    end.resolve(DONE)
    expect(await Promise.all(running)).toEqual(['done', 'done'])
  })

  test('is charged once, and only if something is about to be sent', async () => {
    const { limits } = setUp({ count: 2 })
    const caller = from('192.0.2.1')
    await limits.around(sends, callOf(caller), async () => DONE)
    expect(await limits.overview(caller, [])).toMatchObject({ remaining: 2 })
    const twice = async (call?: Call) => {
      await call?.charge?.()
      return charged(call)
    }
    await limits.around(sends, callOf(caller), twice)
    expect(await limits.overview(caller, [])).toMatchObject({ remaining: 1 })
  })

  test('is charged for a look-up in our own data once its target is judged, and no slot is taken', async () => {
    const { limits } = setUp({ count: 2, maxConcurrency: 1 })
    const caller = from('192.0.2.1')
    const refusing = () => limits.around(looksUp, callOf(caller), () => Promise.reject(new Error('not a public address')))
    expect(refusing).toThrow('not a public address')
    expect(await limits.overview(caller, [])).toMatchObject({ remaining: 2 })
    const both = [1, 2].map(() => outcomeOf(() => limits.around(looksUp, callOf(caller), charged)))
    expect(await Promise.all(both)).toEqual(['done', 'done'])
    expect(await outcomeOf(() => limits.around(looksUp, callOf(caller), charged))).toBe('rate-limited client 30')
  })
})

describe('slots', () => {
  /** Returns a check that runs until it is ended, and hears when it has to end. */
  function begin(limits: Limits, caller: string, named = sends) {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const state = { isEnded: false }
    const go = (call?: Call) => {
      call?.signal.addEventListener('abort', () => {
        state.isEnded = true
      })
      return promise
    }
    const run = outcomeOf(() => limits.around(named, callOf(from(caller)), go))
    return { run, state, end: () => resolve(DONE), fail: () => reject(new Refusal('invalid-target', () => '')) }
  }
  type Begun = ReturnType<typeof begin>
  const many = (limits: Limits, count: number, addressAt: (index: number) => string, named = sends) =>
    Array.from({ length: count }, (_, index) => begin(limits, addressAt(index), named))
  const endAll = async (...all: readonly Begun[]) => {
    for (const { end } of all) end()
    await Promise.all(all.map(({ run }) => run))
  }
  const cut = (all: readonly Begun[]) => all.filter(({ state }) => state.isEnded)

  test('a client has a sixteenth, a tool a half, and all of them together are all', async () => {
    const { limits } = setUp({ count: 1000, maxConcurrency: 64 })
    const running = many(limits, 32, (index) => `192.0.2.${index}`)
    expect(await begin(limits, '192.0.2.99').run).toBe('overloaded concurrency 1')
    const others = many(limits, 32, (index) => `198.0.2.${index >> 2}`, other)
    expect(await begin(limits, '198.0.2.1', other).run).toBe('rate-limited concurrency 1')
    await endAll(...others)
    const more = many(limits, 32, (index) => `198.0.2.${index}`, other)
    const third = { ...sends, name: 'third' }
    expect(await begin(limits, '192.0.2.99', third).run).toBe('overloaded concurrency 1')
    running[0]?.end()
    expect(await running[0]?.run).toBe('done')
    running[1]?.fail()
    expect(await running[1]?.run).toBe('invalid-target undefined undefined')
    const again = [begin(limits, '192.0.2.1', third), begin(limits, '192.0.2.1', third)]
    await endAll(...running, ...more, ...again)
    expect(await outcomeOf(() => limits.around(third, callOf(from('192.0.2.9')), charged))).toBe('done')
  })

  test('if none is left, the newest check of the client with most ends for a newcomer', async () => {
    const { limits } = setUp({ count: 1000, maxConcurrency: 64 })
    // Four networks with seven each, of which one client has four; four addresses with one each.
    const crowds = [1, 2, 3, 4].map((net) => many(limits, 7, (index) => `2001:db8:${net}:${Math.max(0, index - 3)}::1`))
    const few = many(limits, 4, (index) => `192.0.2.${index}`)
    const newcomers = many(limits, 4, (index) => `198.51.100.${index}`)
    expect(await Promise.all(crowds.map((crowd) => Promise.race(cut(crowd).map(({ run }) => run))))).toEqual(
      Array.from({ length: 4 }, () => 'overloaded concurrency 1'),
    )
    // The newest check of the client that has four ends, not one of its neighbours.
    expect(crowds.map((crowd) => crowd.map(({ state }) => state.isEnded).indexOf(true))).toEqual([3, 3, 3, 3])
    expect(cut([...few, ...newcomers])).toEqual([])
    await endAll(...crowds.flat(), ...few, ...newcomers)
    expect(await Promise.all([...few, ...newcomers].map(({ run }) => run))).toEqual(Array.from({ length: 8 }, () => 'done'))
  })

  test('a check that is ended gives its slot back once, and answers at once even if it does not listen', async () => {
    const { limits } = setUp({ count: 1000, maxConcurrency: 32 })
    for (let round = 0; round < 20; round++) {
      const greedy = many(limits, 16, (index) => `192.0.2.${index >> 1}`)
      const newcomers = many(limits, 8, (index) => `198.51.100.${index}`)
      expect(cut(greedy)).toHaveLength(8)
      expect(await Promise.all(cut(greedy).map(({ run }) => run))).toEqual(
        Array.from({ length: 8 }, () => 'overloaded concurrency 1'),
      )
      await endAll(...greedy, ...newcomers)
    }
    const all = [...many(limits, 16, (index) => `192.0.2.${index}`), ...many(limits, 16, (index) => `192.0.3.${index}`, other)]
    expect(await begin(limits, '198.51.100.9').run).toBe('overloaded concurrency 1')
    await endAll(...all)
    expect(await Promise.all(all.map(({ run }) => run))).toEqual(Array.from({ length: 32 }, () => 'done'))
  })

  test('if clients are not told apart, no check is ended', async () => {
    const limits = new Limits({ rateLimit: null, maxConcurrency: 16, tell() {} }, null)
    const running = many(limits, 8, () => '192.0.2.1')
    expect([await begin(limits, '198.51.100.1').run, cut(running)]).toEqual(['overloaded concurrency 1', []])
    await endAll(...running)
  })
})
