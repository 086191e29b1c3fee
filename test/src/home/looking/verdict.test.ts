import { describe, expect, test } from 'bun:test'
import { BOXES, CAUSES, type Cause } from '../../../../src/home/looking/causes.ts'
import { judgeHome } from '../../../../src/home/looking/verdict.ts'
import { homeOf, open, shut } from '../../../support/home/facts.ts'
import { HOMES, shut6 } from '../../../support/home/judged.ts'

describe('a home', () => {
  test.each(HOMES.map(([name, ...row]) => [name, row] as const))('%s', (_, [home, cause, also = []]) => {
    const judged = judgeHome(homeOf(home))
    const { verdict, box: blockedAt } = CAUSES[cause]
    expect(judged).toMatchObject({ cause, verdict, blockedAt, also, other: null })
  })

  test('there is one for every cause, and for every box', () => {
    const shown = new Set(HOMES.map(([, , cause]) => cause))
    expect(Object.keys(CAUSES).filter((cause) => !shown.has(cause as Cause))).toEqual([])
    const boxes = new Set(HOMES.map(([, , cause]) => CAUSES[cause].box))
    expect(BOXES.filter((box) => !boxes.has(box))).toEqual([])
  })
})

describe('both versions of IP', () => {
  const over6 = open({ version: 6, ip: '2001:db8:1::10', codes: [] })

  test('IPv4 comes first, whichever asked', () => {
    const judged = judgeHome(homeOf({ outside: [shut6('router-reached'), shut()], rules: [] }))
    expect(judged).toMatchObject({ ipVersion: 4, cause: 'no-rule', other: { ipVersion: 6, cause: 'pinhole' } })
  })

  test('one that lets in counts, and the other says why it does not', () => {
    expect(judgeHome(homeOf({ outside: [shut(), over6], wanIp: '100.64.0.7' }))).toMatchObject({
      ipVersion: 6,
      verdict: 'reachable',
      cause: 'answers',
      other: { ipVersion: 4, cause: 'carrier-nat' },
    })
  })

  test('each has its own proof', () => {
    const outside = [
      { ...shut(), proof: 'no-answer' as const },
      { ...over6, proof: 'proven' as const },
    ]
    const judged = judgeHome(homeOf({ outside, heldBy: 'us', computer: { listening: null } }))
    expect(judged).toMatchObject({ ipVersion: 6, cause: 'proven', other: { ipVersion: 4, cause: 'no-rule-likely' } })
  })
})
