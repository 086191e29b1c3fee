// A finding that is told once more, in another language, and the record of a net, from which a second run of the same work gets the same and nothing else.
import { describe, expect, test } from 'bun:test'
import type { Net } from '../../../../src/net/index.ts'
import type { Call } from '../../../../src/operations/run/call.ts'
import { inWordsOf, isRetold, type Retold, Tape, withRetold } from '../../../../src/operations/run/retold.ts'
import { LOCAL_CALLER } from '../../../../src/policy/caller.ts'

/** Returns a net that counts what is asked of it, whose answers are another each time. */
function countingNet() {
  let count = 0
  class Part {
    readonly #brand = 'own'
    readonly list = ['a']
    async ask(what: unknown) {
      return [this.#brand, what, ++count]
    }
    async watch(_: string, { report }: { report(seen: number): void }) {
      for (const seen of [1, 2]) report(seen)
      return ++count
    }
    fail(): never {
      throw new Error(`failed ${++count}`)
    }
  }
  const net = {
    signal: new AbortController().signal,
    dns: new Part(),
    within: (_: number, run: (limited: unknown) => unknown) => run(net),
  }
  // A seam: the tape knows no more of a net than its parts.
  return { net: net as unknown as Net, count: () => count }
}

type Loose = {
  signal: AbortSignal
  dns: Record<string, (...args: unknown[]) => unknown>
  within: (ms: number, run: (net: Loose) => unknown) => unknown
}
// A seam, as above.
const loose = (net: Net) => net as unknown as Loose

async function work(net: Net): Promise<unknown> {
  const { dns, within, signal } = loose(net)
  const seen: unknown[] = []
  const twice = await Promise.all([dns.ask?.('b'), dns.ask?.('a'), dns.ask?.('a')])
  const watched = await dns.watch?.('x', { report: (one: unknown) => seen.push(one) })
  return {
    twice,
    watched,
    seen,
    list: dns.list,
    inside: await within(5, (limited) => limited.dns.ask?.('c')),
    aborted: signal.aborted,
  }
}

describe('a tape', () => {
  test('answers the same work as it was answered, in the order of each question, reports included, and asks nothing', async () => {
    const { net, count } = countingNet()
    const tape = new Tape()
    const first = await work(tape.recording(net))
    const asked = count()
    expect([asked, await work(tape.replaying(net)), await work(tape.replaying(net))]).toEqual([5, first, first])
    expect(count()).toBe(asked)
  })

  test('has no answer to what was not asked, or not so often, and says so', async () => {
    const { net, count } = countingNet()
    const tape = new Tape()
    await loose(tape.recording(net)).dns.ask?.('a')
    const pending = (value: unknown) => Promise.race([value, Promise.resolve('pending')])
    const { dns } = loose(tape.replaying(net))
    await dns.ask?.('a')
    expect(await pending(tape.lacking)).toBe('pending')
    for (const what of ['b', 'a']) expect(await pending(dns.ask?.(what))).toBe('pending')
    await expect(tape.lacking).rejects.toThrow('not recorded')
    expect(count()).toBe(1)
  })
})

test('what JSON cannot hold is told apart by its order, and ends no run', async () => {
  const { net, count } = countingNet()
  const tape = new Tape()
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const asked = async (from: Net) => [await loose(from).dns.ask?.(circle), await loose(from).dns.ask?.(1n)]
  const first = await asked(tape.recording(net))
  expect([await asked(tape.replaying(net)), count()]).toEqual([first, 2])
})

const signal = new AbortController().signal
const CALL: Retold = { body: {}, caller: LOCAL_CALLER, locale: 'en', alsoIn: 'ko', signal, face: 'http' }

describe('the second telling', () => {
  const found = (headline: string, open = true) => ({ result: { open }, headline })

  test('is of a call in the other language, which reports to nobody and pays nothing', async () => {
    let heard = 0
    const loud = { ...CALL, report: () => heard++, charge: () => void heard++ }
    const tell = (call: Call) => {
      call.report?.({})
      void call.charge?.()
      return found(`In ${call.locale}${isRetold(call) ? ' again' : ''}.`)
    }
    expect(await withRetold(loud, found('In en.'), tell)).toEqual({ ...found('In en.'), retold: found('In ko.') })
    expect(heard).toBe(0)
  })

  test.each([
    ['fails', () => Promise.reject(new Error('not recorded'))],
    ['finds something else', () => found('예', false)],
    ['waits', () => new Promise(() => {})],
  ])('is left out where it %s', async (_, tell) => {
    const started = performance.now()
    expect(await withRetold(CALL, found('yes'), tell)).toEqual(found('yes'))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('the words of a second telling', () => {
  test('take the place of those of the first, whose numbers stay', () => {
    const first = { ms: 12, text: 'Check the port.', code: 'no-answer', notes: ['a b'], list: [{ name: 'KT' }, null], none: null }
    const second = { ...first, ms: 0, text: '포트를 확인하십시오.', notes: [], list: [{ name: '케이티' }, null] }
    expect(inWordsOf(first, second)).toEqual({ ...second, ms: 12 })
  })

  test.each([
    [{ code: 'no-answer' }, { code: 'refused' }],
    [{ open: true }, { open: false }],
    [{ a: 1 }, { a: null }],
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, {}],
    [{ a: 1 }, { b: 1 }],
    [{ list: [{ a: 1 }] }, { list: [] }],
    [{ list: [] }, { list: {} }],
    [{ a: null }, { a: {} }],
  ])('are not those of another finding: %j and %j', (first, second) => expect(() => inWordsOf(first, second)).toThrow())
})
