import { expect, test } from 'bun:test'
import { sayHome } from '../../../../src/home/looking/told.ts'
import { open, PUBLIC, rule } from '../../../support/home/facts.ts'
import { adviceOn, foundOf } from '../../../support/home/found.ts'

const said = (part: Parameters<typeof foundOf>[0], locale: 'en' | 'ko' = 'en') =>
  sayHome({ ...foundOf(part, locale), situation: adviceOn(part).situation }, locale)

test('an answer is not said to be ours where nothing shows it, and a server that failed is said first', () => {
  expect(said({ outside: [open()] })).toBe(
    `Something answers from outside on TCP port 25565 at ${PUBLIC}, and it is not proven that it is this computer.`,
  )
  expect(said({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).toContain(' answers from outside.')
  const failed = {
    ...foundOf({}, 'en'),
    situation: 'not-checked' as const,
    outsideFailure: 'http://ip.example.com cannot be asked: its name was not found',
  }
  expect(sayHome(failed, 'en')).toStartWith('http://ip.example.com cannot be asked: its name was not found. As far as')
})

test('whose device it is that answers is left open where the line is not known', () => {
  const stranger = {
    outside: [{ ...open(), proof: 'someone-else' as const }],
    heldBy: 'us',
    computer: { listening: null },
  } as const
  expect(said(stranger)).toContain('or another customer of your provider')
  expect(said({ ...stranger, wanIp: PUBLIC })).toContain('most likely another device at home')
})
