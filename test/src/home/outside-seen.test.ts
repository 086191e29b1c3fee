import { expect, test } from 'bun:test'
import { readOutside, stepIn, textIn } from '../../../src/home/outside-seen.ts'
import { where } from '../../support/home/facts.ts'

const read = (answer: object) => readOutside({ answer: { ...answer }, proof: 'proven', heard: ['2001:db8::9'] })
const STEP = { step: 'port', label: 'Port', status: 'problem', code: 'port-silent-at-address', summary: '', tool: 'port-check' }
const ANSWER = {
  ip: '203.0.113.7',
  verdict: 'blocked',
  blockedAt: 'port',
  steps: [STEP, { ...STEP, step: 'router', code: 'router-plan' }].map((step) => ({
    ...step,
    result: { where: where('silent-at-address') },
  })),
  families: [
    { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: '', where: null },
    { ipVersion: 6, ip: '2001:db8::1', verdict: 'reachable', headline: '', where: null },
  ],
}

test('both addresses are read, the one that asked first', () => {
  expect(read(ANSWER)).toMatchObject([
    {
      version: 4,
      ip: '203.0.113.7',
      blockedAt: 'port',
      codes: ['port-silent-at-address', 'router-plan'],
      where: { verdict: 'silent-at-address' },
    },
    { version: 6, ip: '2001:db8::1', verdict: 'reachable', codes: [], proof: null, arrived: false },
  ])
  // The proof is that of the address that asked, and what came over the other version of IP was no part of it.
  expect(read(ANSWER)[0]).toMatchObject({ proof: 'proven', arrived: false })
})

test('an answer of somebody who is not a doorstep is no view from outside', () => {
  for (const odd of [
    {},
    { ...ANSWER, ip: 'localhost' },
    { ...ANSWER, ip: 7 },
    { ...ANSWER, verdict: 'great' },
    { ...ANSWER, verdict: null },
  ])
    expect(read(odd)).toEqual([])
})

test('parts that do not fit are left out', () => {
  const [seen] = read({ ...ANSWER, steps: [7, null, { ...STEP, result: { where: { verdict: 'mars' } } }], families: 'none' })
  expect(seen).toMatchObject({ codes: ['port-silent-at-address'], where: null })
  expect(read({ ...ANSWER, steps: { length: 3 }, families: [ANSWER.families[0]] })).toHaveLength(1)
})

test('texts are cleaned and cut, and a step without a code is none', () => {
  expect(stepIn({ nextStep: { code: 'forward-port', text: 'a\u001b[2Jb', tool: 'x', url: 'http://x' } })).toEqual({
    code: 'forward-port',
    text: 'a [2Jb',
  })
  expect(stepIn({ nextStep: { code: 'Forward Port', text: 'a' } })).toBeNull()
  expect(stepIn({ nextStep: { code: 'a' } })).toBeNull()
  expect(stepIn(null)).toBeNull()
  expect(textIn({ a: 'x'.repeat(10_000) }, 'a')).toHaveLength(600)
  expect(textIn({ a: 7 }, 'a')).toBeNull()
})
