import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../src/contract/text.ts'
import { sayHome } from '../../../src/home/tools/home.ts'
import { firewall, listening, open, PUBLIC, rule, shut } from '../../support/home/facts.ts'
import { adviceOn, foundOf } from '../../support/home/found.ts'
import { HOMES } from '../../support/home/judged.ts'

const said = (part: Parameters<typeof foundOf>[0], locale: 'en' | 'ko' = 'en') =>
  sayHome({ ...foundOf(part, locale), situation: adviceOn(part).situation }, locale)

describe.each(LOCALES)('the headline (%s)', (locale) => {
  test.each(HOMES.map(([name, home]) => [name, home] as const))('of %s has no holes, and names the port', (_, home) => {
    const headline = said(home, locale)
    expect(headline).not.toMatch(/[{}]|undefined|null| {2}|\( *\)/)
    expect(headline).toMatch(/[.]$/)
    if (home.asked !== null) expect(headline).toContain(String(home.asked?.port ?? 25_565))
  })
})

test('it names the box, the program and the addresses', () => {
  expect(said({ computer: { listening: listening(['127.0.0.1'], { onlyLoopback: true }) } })).toBe(
    'TCP port 25565 cannot be reached: on this computer, java accepts connections from the computer itself only.',
  )
  expect(said({ computer: { firewall: firewall('yes') } })).toContain('the firewall of this computer (ufw) blocks it')
  expect(said({ rules: [rule({ internalIp: '192.168.1.77' })] })).toBe(
    'TCP port 25565 does not lead to this computer: the rule in the router leads to 192.168.1.77, and this computer has 192.168.1.10.',
  )
  expect(said({ rules: [rule({ internalPort: 80 })] })).toContain('leads to port 80 of this computer')
  expect(said({ rules: [rule({ externalPort: 25_566 })] })).toContain('the external port 25566 instead')
})

test('what is not certain is not said as if it were', () => {
  const unread = { kind: 'unknown', blocks: 'unknown', line: null } as const
  const dropped = shut({ ...(shut().where ?? expect.unreachable()), verdict: 'silent-device', forwardingRule: 'proven' })
  expect(said({ outside: [dropped], computer: { firewall: unread } })).toContain('most likely a firewall on this computer')
  expect(said({ outside: [shut()], rules: [rule()], wanIp: '192.168.0.2' })).toContain('another router is in front of yours')
  expect(said({ outside: [shut()], rules: [rule()], wanIp: '10.0.0.2' })).toContain('another router, or a NAT of your provider')
  expect(said({ outside: [shut()], saysNoAddress: true })).toContain('most likely another router')
})

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

test('a service that is better closed is said to be', () => {
  expect(said({ outside: [open()], advice: 'keep-shut' })).toEndWith('It is safer closed.')
  expect(said({ outside: [shut()], advice: 'keep-shut', rules: [] })).toEndWith('That is safer: leave it closed.')
})

test('the version of IP that lets nobody in is not forgotten', () => {
  const over6 = open({ version: 6, ip: '2001:db8:1::10', codes: [] })
  const headline = 'TCP port 25565 at 2001:db8:1::10 answers from outside. Over IPv4 it cannot be reached.'
  expect(said({ outside: [shut(), over6], wanIp: '100.64.0.7' })).toBe(headline)
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

test('a router in front of an address that only homes have is said to be one', () => {
  expect(said({ wanIp: '192.168.0.2' })).toContain('another router is in front of yours, and may not let it through')
  expect(said({ wanIp: '10.0.0.2' })).toContain('or a NAT of your provider')
})
