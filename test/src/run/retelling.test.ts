// A finding that is told once more, in another language.
import { describe, expect, test } from 'bun:test'
import { LOCAL_CALLER } from '../../../src/policy/caller.ts'
import type { Call } from '../../../src/run/call.ts'
import { inWordsOf, isRetold, type Retold, retell } from '../../../src/run/tool-run.ts'

const signal = new AbortController().signal
const CALL: Retold = { body: {}, caller: LOCAL_CALLER, locale: 'en', alsoIn: 'ko', signal, face: 'http' }

test('a call is told twice only in two languages', () => {
  const { alsoIn, ...once } = CALL
  expect([once, CALL, { ...CALL, alsoIn: 'en' } as const].map(isRetold)).toEqual([false, true, false])
})

describe('the second telling', () => {
  test('is of a call in the other language, which reports to nobody and pays nothing', async () => {
    let heard = 0
    const loud = { ...CALL, report: () => heard++, charge: () => void heard++ }
    const tell = (call: Call) => {
      call.report?.({})
      void call.charge?.()
      return { headline: `In ${call.locale}.`, isBoth: isRetold(call) }
    }
    expect(await retell(loud, { headline: 'In en.', isBoth: false }, tell)).toEqual({ headline: 'In ko.', isBoth: false })
    expect(heard).toBe(0)
  })

  test('is left out where it fails, waits, or finds something else', async () => {
    const first = { open: true, headline: 'yes' }
    const fails = () => {
      throw new Error('not recorded')
    }
    expect([await retell(CALL, first, fails), await retell(CALL, first, async () => fails())]).toEqual([null, null])
    expect(await retell(CALL, first, () => ({ open: false, headline: '예' }))).toBeNull()
    const started = performance.now()
    expect(await retell(CALL, first, () => new Promise<typeof first>(() => {}))).toBeNull()
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('the words of a second telling', () => {
  test('take the place of those of the first, whose numbers stay', () => {
    const first = { ms: 12, text: 'Check the port.', code: 'no-answer', notes: ['a b'], list: [{ name: 'KT' }, null], none: null }
    const second = {
      ms: 0,
      text: '포트를 확인하십시오.',
      code: 'no-answer',
      notes: [],
      list: [{ name: '케이티' }, null],
      none: null,
    }
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
