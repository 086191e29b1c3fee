// Runs that the tab keeps, and those that it gives back.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { forgetRuns, type Run, remember, remembered } from '../../../../../src/faces/web/page/runs.ts'

const KEY = 'doorstep:runs'
let kept = new Map<string, string>()
let page = ''
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

const answer = (headline: string) => ({ tool: 'ping', checkedAt: '', elapsedMs: 1, headline })
const problem = { title: '', status: 422, code: 'invalid-target', detail: '' }
function run(request: Run['request'], more: Partial<Run> = {}): Run {
  return { tool: 'ping', request, locale: 'en', events: [], ending: { kind: 'answered', answer: answer('x') }, ...more }
}
const last = (query: string, view = 'ping') => remembered(view, new URLSearchParams(query))
const isKept = (host: string) => last(`host=${host}`) !== null

describe('a run', () => {
  test('comes back to its own fields in its own view, says so, and takes the place of the one before', () => {
    for (const headline of ['old', 'new'])
      remember('ping', run({ host: 'a', list: [{ port: 1 }] }, { ending: { kind: 'answered', answer: answer(headline) } }))
    const query = 'host=a&list=[{"port":1}]'
    expect(last(query)).toMatchObject({ isRestored: true, ending: { answer: answer('new') } })
    expect([last('host=b'), last(''), last(query, 'check')]).toEqual([null, null, null])
    expect(JSON.parse(kept.get(KEY) ?? '')).toHaveLength(1)
  })

  test('that was refused comes back; one that runs, was stopped or broke off does not, nor one of another page', () => {
    remember('ping', run({ host: 'a' }, { ending: { kind: 'refused', problem } }))
    remember('ping', run({ host: 'b' }, { ending: null }))
    remember('ping', run({ host: 'c' }, { ending: { kind: 'failed', why: 'stopped' } }))
    expect(['a', 'b', 'c'].map(isKept)).toEqual([true, false, false])
    page = 'page/b.js'
    expect(isKept('a')).toBe(false)
  })

  test('is forgotten with its view, and the others stay', () => {
    remember('ping', run({ host: 'a' }))
    remember('check', run({ port: 1 }))
    forgetRuns('ping')
    expect([isKept('a'), last('port=1', 'check')?.tool]).toEqual([false, 'ping'])
  })
})

test('what is kept is bounded by number and by length, and a full storage is tolerated', () => {
  for (let at = 0; at < 20; at++) remember('ping', run({ host: `h${at}` }))
  expect(['h7', 'h8', 'h19'].map(isKept)).toEqual([false, true, true])
  remember('ping', run({ host: 'long' }, { events: ['x'.repeat(399_000)] }))
  expect(['long', 'h8'].map(isKept)).toEqual([true, false])
  remember('ping', run({ host: 'longer' }, { events: ['x'.repeat(500_000)] }))
  expect([(kept.get(KEY) ?? '').length < 400_000, isKept('longer')]).toEqual([true, false])
  isFull = true
  expect(() => remember('ping', run({ host: 'a' }))).not.toThrow()
})

test.each(['', '{', '"x"', '{}', '[1,null,{}]', '[{"view":"ping","page":"page/a.js","run":{}}]'])(
  '%p, which no page wrote, is no result',
  (text) => {
    kept.set(KEY, text)
    expect(isKept('a')).toBe(false)
    remember('ping', run({ host: 'a' }))
    expect(isKept('a')).toBe(true)
  },
)

test.each([
  { tool: 7 },
  { request: 'x' },
  { events: {} },
  { locale: 'fr' },
  ...[{ kind: 'answered' }, { kind: 'refused', problem: 'x' }, { kind: 'failed', why: 'cut' }].map((ending) => ({ ending })),
])('a run whose part is %j is not drawn', (part) => {
  kept.set(KEY, JSON.stringify([{ view: 'ping', page, run: { ...run({ host: 'a' }), ...part } }]))
  expect(isKept('a')).toBe(false)
})
