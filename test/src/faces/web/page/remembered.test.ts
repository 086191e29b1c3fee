import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { forgetRuns, type Run, remember, remembered } from '../../../../../src/faces/web/page/remembered.ts'

const KEY = 'doorstep:runs'
let kept = new Map<string, string>()
let page = 'page/a.js'
let isFull = false
const browser = {
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new Error('QuotaExceededError')
      kept.set(key, text)
    },
  },
  document: { querySelector: () => ({ src: page }) },
}
Object.assign(globalThis, browser)
afterAll(() => Object.keys(browser).map((name) => Reflect.deleteProperty(globalThis, name)))
beforeEach(() => {
  kept = new Map()
  page = 'page/a.js'
  isFull = false
})

const HEAD = { tool: 'ping', checkedAt: '', elapsedMs: 1, headline: 'x' }
function run(request: Run['request'], more: Partial<Run> = {}): Run {
  return { tool: 'ping', request, locale: 'en', events: [], ending: { kind: 'answered', answer: HEAD }, ...more }
}
const fields = (query: string) => new URLSearchParams(query)

describe('a run', () => {
  test('comes back to its own fields in its own view, and says so', () => {
    remember('ping', run({ host: 'a', list: [{ port: 1 }] }))
    const query = new URLSearchParams({ host: 'a', list: '[{"port":1}]' })
    expect(remembered('ping', query)).toEqual(run({ host: 'a', list: [{ port: 1 }] }, { isRestored: true }))
    expect([remembered('ping', fields('host=b')), remembered('check', query), remembered('ping', fields(''))]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('takes the place of the one before with the same fields', () => {
    remember('ping', run({ host: 'a' }))
    remember('ping', run({ host: 'a' }, { locale: 'ko' }))
    expect(remembered('ping', fields('host=a'))?.locale).toBe('ko')
    expect(JSON.parse(kept.get(KEY) ?? '')).toHaveLength(1)
  })

  test('that was refused comes back; one that runs, was stopped or broke off does not', () => {
    const problem = { title: '', status: 422, code: 'invalid-target', detail: '' }
    remember('ping', run({ host: 'a' }, { ending: { kind: 'refused', problem } }))
    remember('ping', run({ host: 'b' }, { ending: null }))
    remember('ping', run({ host: 'c' }, { ending: { kind: 'failed', why: 'stopped' } }))
    expect(['a', 'b', 'c'].map((host) => remembered('ping', fields(`host=${host}`)) !== null)).toEqual([true, false, false])
  })

  test('of another page is not drawn', () => {
    remember('ping', run({ host: 'a' }))
    page = 'page/b.js'
    expect(remembered('ping', fields('host=a'))).toBeNull()
  })
})

test('to forget a view leaves the others', () => {
  remember('ping', run({ host: 'a' }))
  remember('check', run({ port: 1 }))
  forgetRuns('ping')
  expect([remembered('ping', fields('host=a')), remembered('check', fields('port=1'))?.tool]).toEqual([null, 'ping'])
})

describe('what is kept is bounded:', () => {
  test('the oldest go, by number and by length', () => {
    for (let at = 0; at < 20; at++) remember('ping', run({ host: `h${at}` }))
    expect([7, 8, 19].map((at) => remembered('ping', fields(`host=h${at}`)) !== null)).toEqual([false, true, true])
    remember('ping', run({ host: 'long' }, { events: ['x'.repeat(399_000)] }))
    expect(remembered('ping', fields('host=long'))).not.toBeNull()
    expect(remembered('ping', fields('host=h8'))).toBeNull()
    remember('ping', run({ host: 'longer' }, { events: ['x'.repeat(500_000)] }))
    expect((kept.get(KEY) ?? '').length).toBeLessThan(400_000)
    expect(remembered('ping', fields('host=longer'))).toBeNull()
  })

  test('a full or closed storage is tolerated', () => {
    isFull = true
    expect(() => remember('ping', run({ host: 'a' }))).not.toThrow()
    expect(remembered('ping', fields('host=a'))).toBeNull()
  })
})

test.each(['', '{', '"x"', '{}', '[1,null,{}]', '[{"view":"ping","page":"page/a.js","run":{}}]'])(
  '%p, which no page wrote, is no result',
  (text) => {
    kept.set(KEY, text)
    expect(remembered('ping', fields('host=a'))).toBeNull()
    remember('ping', run({ host: 'a' }))
    expect(remembered('ping', fields('host=a'))).not.toBeNull()
  },
)

test.each([
  { tool: 7 },
  { request: 'x' },
  { events: {} },
  { locale: 'fr' },
  { ending: { kind: 'answered' } },
  { ending: { kind: 'refused', problem: 'x' } },
  { ending: { kind: 'failed', why: 'cut' } },
])('a run whose part is %j is not drawn', (part) => {
  kept.set(KEY, JSON.stringify([{ view: 'ping', page, run: { ...run({ host: 'a' }), ...part } }]))
  expect(remembered('ping', fields('host=a'))).toBeNull()
})
