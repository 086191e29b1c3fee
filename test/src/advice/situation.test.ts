import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clues, goodOf, goodOfPlan, SITUATIONS, type Situation, situationOf } from '../../../src/advice/situation.ts'
import { ROOT } from '../../support/server.ts'

const NOTHING: Clues = { need: 'rule', port: 'nobody', line: null, name: null, end: null, answer: null, origin: null }
/** The end of packets to a port, and the fault of what answers there, are told only of a service whose port is to be open. */
const end = (of: NonNullable<Clues['end']>) => [{ need: 'rule', port: 'shut', end: of }] as const
const answer = (of: NonNullable<Clues['answer']>) =>
  (['rule', 'console'] as const).map((need) => ({ need, port: 'open', answer: of }) as const)

/** The clues by which each situation holds, each time nothing besides; nothing is checked for a service that needs no port. */
const HOLDS: Readonly<Record<Situation, readonly Partial<Clues>[]>> = {
  'not-checked': (['console', 'shut', 'rule'] as const).map((need) => ({ need, port: 'failed' })),
  'not-needed': [{ need: 'none' }],
  exposed: [{ need: 'shut', port: 'open' }],
  'better-shut': (['nobody', 'shut', 'silent'] as const).map((port) => ({ need: 'shut', port })),
  'filtered-by-origin': (['rule', 'console'] as const).map((need) => ({ need, port: 'open', origin: 'filtered-by-origin' })),
  'carrier-grade': [{ line: 'carrier-grade' }],
  'shared-ports': [{ line: 'shared-ports' }],
  'two-routers': [{ line: 'two-routers' }],
  'access-point': [{ line: 'access-point' }],
  building: [{ line: 'building' }],
  'name-elsewhere': [{ name: 'name-elsewhere' }],
  'name-missing': [{ name: 'name-missing' }],
  'name-private': [{ name: 'name-private' }],
  'provider-blocks': end('provider-blocks'),
  'no-rule-seen': end('no-rule-seen'),
  'program-off': end('program-off'),
  firewall: end('firewall'),
  'device-away': end('device-away'),
  'device-elsewhere': end('device-elsewhere'),
  pinhole: end('pinhole'),
  'other-answers': answer('other-answers'),
  untrusted: answer('untrusted'),
  open: (['rule', 'console'] as const).map((need) => ({ need, port: 'open' })),
  unknown: [{}, { port: 'silent' }, { need: 'console' }, { need: 'console', port: 'shut' }],
}

/** Returns the clues of both; null where they cannot hold together. */
function together(one: Partial<Clues>, other: Partial<Clues>): Clues | null {
  const fields = Object.keys(NOTHING) as (keyof Clues)[]
  const clash = fields.some((field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field])
  return clash ? null : { ...NOTHING, ...one, ...other }
}

test.each(SITUATIONS.map((situation) => [situation] as const))('%s holds by its own clues', (situation) => {
  expect(HOLDS[situation].length).toBeGreaterThan(0)
  for (const clues of HOLDS[situation]) expect([clues, situationOf({ ...NOTHING, ...clues })]).toEqual([clues, situation])
})

test('the documents have them all, in their order', () => {
  const table = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8').split('| `situation` |')[1] ?? ''
  expect([...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, word]) => word).slice(0, SITUATIONS.length)).toEqual([...SITUATIONS])
})

test('of two situations that hold, the earlier of the list explains the rest', () => {
  const pairs = SITUATIONS.flatMap((first, index) =>
    SITUATIONS.slice(index + 1).flatMap((second) =>
      HOLDS[first].flatMap((one) => HOLDS[second].map((other) => ({ first, second, clues: together(one, other) }))),
    ),
  )
  const possible = pairs.filter(({ clues }) => clues !== null)
  expect(new Set(possible.map(({ first, second }) => `${first} ${second}`)).size).toBeGreaterThan(110)
  for (const { first, second, clues } of possible) {
    if (clues) expect([first, second, clues, situationOf(clues)]).toEqual([first, second, clues, first])
  }
})

const WORDS: { readonly [Clue in keyof Clues]: readonly Clues[Clue][] } = {
  need: ['none', 'console', 'shut', 'rule'],
  port: ['nobody', 'failed', 'open', 'shut', 'silent'],
  line: [null, 'carrier-grade', 'shared-ports', 'two-routers', 'access-point', 'building'],
  name: [null, 'name-elsewhere', 'name-missing', 'name-private'],
  end: [
    null,
    'provider-blocks',
    'no-rule-seen',
    'program-off',
    'firewall',
    'device-away',
    'device-elsewhere',
    'pinhole',
  ] as Clues['end'][],
  answer: [null, 'other-answers', 'untrusted'],
  origin: [null, 'filtered-by-origin'],
}

/** Every combination of clues there is. */
const ALL: readonly Clues[] = Object.entries(WORDS).reduce<readonly Partial<Clues>[]>(
  (some, [clue, words]) => some.flatMap((one) => words.map((word) => ({ ...one, [clue]: word }))),
  [{}],
  // A seam: every clue has been given a word.
) as readonly Clues[]

describe('of every combination of clues', () => {
  const judged = ALL.map((clues) => {
    const situation = situationOf(clues)
    return { clues, situation, good: goodOf(situation, clues.port), planned: goodOfPlan(situation) }
  })
  const among = (holds: (clues: Clues) => boolean) => judged.filter(({ clues }) => holds(clues))
  const goods = (some: typeof judged) => [...new Set(some.map(({ good }) => good))]

  test('there is an answer, and every answer there is', () => {
    expect(judged.length).toBe(4 * 5 * 6 * 4 * 8 * 3 * 2)
    expect([...new Set(judged.map(({ situation }) => situation))].sort()).toEqual([...SITUATIONS].sort())
  })

  test('a service that needs no port is good whatever else holds', () =>
    expect(goods(among(({ need }) => need === 'none'))).toEqual([true]))

  test('a check of this server that failed is never bad', () =>
    expect(goods(among(({ need, port }) => port === 'failed' && need !== 'none'))).toEqual([null]))

  test.each([
    ['open', false],
    ['shut', true],
    ['nobody', true],
    ['silent', null],
  ] as const)('what should stay shut and is %s is %p', (port, good) =>
    expect(goods(among((clues) => clues.need === 'shut' && clues.port === port))).toEqual([good]),
  )

  test('any other service is good only where its port is open and nothing is wrong, and bad only where something is', () => {
    for (const { clues, situation, good } of among(({ need }) => need === 'rule' || need === 'console')) {
      const { port, line, name, end: ended, answer: fault, origin = null } = clues
      const isClear = [line, name, ended, fault, origin].every((clue) => clue === null)
      if (good === true) expect([clues, situation, port, isClear]).toEqual([clues, 'open', 'open', true])
      if (good === false) expect([clues, situation, isClear]).toEqual([clues, situation, false])
      if (situation === 'open') expect([clues, good]).toEqual([clues, true])
    }
  })

  test('silence over UDP is bad only where no rule helps, or where more than the silence tells what is wrong', () => {
    const bad = among(({ port }) => port === 'silent').filter(({ good }) => good === false)
    const told = new Set(bad.map(({ situation }) => situation))
    for (const situation of ['two-routers', 'shared-ports', 'access-point', 'provider-blocks', 'better-shut', 'unknown'] as const)
      expect([situation, told.has(situation)]).toEqual([situation, false])
    for (const situation of ['carrier-grade', 'building', 'name-elsewhere'] as const)
      expect([situation, told.has(situation)]).toEqual([situation, true])
  })

  test('without a check, bad is only what no rule can help, and good what needs none', () => {
    expect(goodOfPlan(null)).toBe(null)
    const by = (good: boolean | null) => SITUATIONS.filter((situation) => goodOfPlan(situation) === good)
    expect(by(true)).toEqual(['not-needed', 'better-shut', 'open'])
    expect(by(false)).toEqual(['carrier-grade', 'building'])
    for (const { situation, good, planned } of among(({ port }) => port === 'nobody'))
      if (planned !== null) expect([situation, good]).toEqual([situation, planned])
  })
})
