import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../src/contract/text.ts'
import { brandOf, homeSubject, portSubject } from '../../../src/home/subject.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { firewall, listening, open, PUBLIC, rule, shut, where } from '../../support/home/facts.ts'
import { adviceOn, shownOf } from '../../support/home/found.ts'
import { HOMES } from '../../support/home/judged.ts'

/** The most words of the headline and the boxes, and the most steps, whose words are those of the table. */
const WORDS_MAX = 90
const STEPS_MAX = 3

describe.each(LOCALES)('a terminal (%s)', (locale) => {
  test.each(HOMES.map(([name, home]) => [name, home] as const))('is shown %s in few words', (_, home) => {
    const shown = shownOf({ protocols: ['upnp-igd1'], ...home }, locale)
    expect(shown).not.toMatch(/[{}]|undefined|null|\( *\)/)
    const [headline = '', boxes = '', steps = ''] = shown.split('\n\n')
    expect(`${headline} ${boxes}`.split(/\s+/).length).toBeLessThanOrEqual(WORDS_MAX)
    expect(steps.split('\n').length).toBeLessThanOrEqual(STEPS_MAX)
    expect(shown.match(/^✗/gm)?.length ?? 0).toBeLessThanOrEqual(1)
  })
})

test('one line for each box, and the steps below', () => {
  const home = { outside: [shut()], rules: [], wanIp: PUBLIC, protocols: ['upnp-igd1'] } as const
  expect(shownOf(home, 'en')).toBe(
    `TCP port 25565 cannot be reached: the router lists no rule for it, and most likely has none.

✓ Computer  192.168.1.10: java listens on all addresses
✗ Router    192.168.1.1 (ipTIME AX3000M): lists no rule for the port
✓ Line      the router has the public address 203.0.113.7 itself
? Outside   203.0.113.7: the port cannot be reached

1. ${adviceOn(home).nextActions[0].text}
2. Or let the router open it for as long as doorstep runs: doorstep open 25565 --server https://ip.example.com
3. Then check again: doorstep home --port 25565 --server https://ip.example.com`,
  )
})

test('a router that speaks no protocol is not asked to open anything', () => {
  const shown = shownOf({ outside: [shut()] }, 'en')
  expect(shown).not.toContain('doorstep open')
  expect(shown).toContain('2. Forward TCP 25565 in your router to 192.168.1.10.')
})

test('a cause is marked in its own line, and a box that nobody could look into is not marked as good', () => {
  const marks = (part: Parameters<typeof shownOf>[0]) =>
    [...shownOf(part, 'en').matchAll(/^([✓✗?]) (\w+)/gm)].map(([, mark, box]) => `${mark}${box}`).join(' ')
  expect(marks({ computer: { listening: null } })).toBe('✗Computer ?Router ?Line ?Outside')
  expect(marks({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).toBe('✓Computer ✓Router ✓Line ✓Outside')
  // Another device may have the rule, whatever is in front of the router.
  expect(marks({ outside: [open()] })).toBe('✓Computer ?Router ✓Outside')
  expect(marks({ outside: [shut()] })).toBe('✓Computer ?Router ?Line ?Outside')
  const over6 = { version: 6, ip: '2001:db8:1::10', codes: [] } as const
  const both = marks({ outside: [shut(), open(over6)], wanIp: PUBLIC, rules: [] })
  expect(both).toBe('✓Computer ✓Router ✓Line ✓Outside ?IPv4')
  expect(marks({ outside: [shut()], wanIp: '100.64.0.7', rules: [rule()] })).toBe('✓Computer ✓Router ✗Line ?Outside')
  expect(marks({ outside: [shut(null, { codes: ['port-blocked-by-provider'] })] })).toBe('✓Computer ?Router ✗Line ?Outside')
  expect(marks({ computer: { listening: listening(['::'], { family: 'ipv6' }) } })).toBe('✗Computer ?Router ?Line ?Outside')
  expect(marks({ rules: [rule({ internalIp: '192.168.1.77' })] })).toBe('✓Computer ✗Router ?Line ?Outside')
})

test('a container is said to be one, unless its gateway is a router', () => {
  const computer = { inside: 'container' } as const
  expect(shownOf({ computer }, 'en')).toContain('whose gateway may not be the router')
  expect(shownOf({ computer, protocols: ['pcp'] }, 'en')).not.toContain('container')
  expect(shownOf({ computer: { inside: 'wsl' } }, 'ko')).toContain('WSL')
  expect(shownOf({ computer: { listening: null, isBlind: true } }, 'en')).toContain('it cannot be seen whether a program listens')
})

test('a router that was seen to pass the port on is not said to have no rule', () => {
  const router = (part: Parameters<typeof shownOf>[0]) =>
    shownOf({ rules: [], protocols: ['upnp-igd1'], ...part }, 'en').match(/Router +(.*)/)?.[1]
  const proven = { outside: [open({ proof: 'proven' })], heldBy: 'us', computer: { listening: null } } as const
  expect(router(proven)).toEndWith(': lets the port in')
  expect(router({ outside: [open()] })).toEndWith(': lists no rule for the port')
  expect(router({ outside: [open()], rules: [rule()], wanIp: PUBLIC })).toEndWith(': port 25565 leads to 192.168.1.10:25565')
  const atWork = shut(where('silent-device', { forwardingRule: 'proven' }))
  expect(router({ outside: [atWork], computer: { firewall: firewall('yes') } })).toEndWith(
    ': forwards the port, as seen from outside',
  )
  // It is the router in front that does.
  expect(router({ outside: [atWork], wanIp: '192.168.0.2' })).toEndWith(': lists no rule for the port')
  expect(router({ outside: [shut()] })).toEndWith(': lists no rule for the port')
})

test('over IPv6 the router has no list, and a port that was not checked is not said to be shut', () => {
  const at6 = { version: 6, ip: '2001:db8:1::10' } as const
  const shown = shownOf({ outside: [shut(undefined, at6)], rules: [], wanIp: PUBLIC, protocols: ['pcp'] }, 'en')
  expect(shown).toContain('✗ Router    192.168.1.1 (ipTIME AX3000M): does not show what its IPv6 firewall lets in')
  const shared = shut(null, { codes: ['public-address', 'carrier-nat'] })
  expect(shownOf({ outside: [shared], wanIp: '100.64.0.2' }, 'en')).toContain('? Outside   203.0.113.7: the port was not checked')
})

const known = embeddedCatalogue()
// A seam: nothing is looked up but the network of an address that nobody has.
const ipdata = { network: () => ({ asn: null }) } as never
const asked = (request: object) => homeSubject(request, known, { ipdata, locale: 'en' })

describe('the make of a router', () => {
  test.each([
    ['ipTIME AX3000M', 'EFM Networks', 'iptime'],
    ['FRITZ!Box 7590', 'AVM Berlin', 'avm-fritzbox'],
    ['OpenWRT router', 'OpenWRT', 'openwrt'],
    ['RT-AX86U', 'ASUSTeK Computer Inc.', 'asus'],
    ['Archer C7', 'TP-Link', 'tp-link'],
  ])('is read from its description: %s of %s', (model, manufacturer, brand) => {
    expect(brandOf({ model, manufacturer }, known)).toBe(brand)
  })

  test('is not guessed from words that name none', () => {
    for (const [model, manufacturer] of [
      [null, null],
      ['', ''],
      ['MiniUPnPd', 'Debian'],
      ['Router', 'Manufacturer'],
      ['WANConnectionDevice', '0000-0001'],
      ['x'.repeat(100), '</modelName>'],
    ] as const)
      expect(brandOf({ model, manufacturer }, known)).toBeNull()
  })
})

describe('a subject', () => {
  test('is the main port of a service, or the port that was named', async () => {
    expect(await asked({ useCase: 'minecraft' })).toMatchObject({ port: 25_565, protocol: 'tcp', advice: 'open' })
    expect(await asked({ useCase: 'minecraft', port: 25_600 })).toMatchObject({ port: 25_600 })
    expect(await asked({ port: 51_820, protocol: 'udp' })).toMatchObject({ port: 51_820, protocol: 'udp', service: null })
    expect(await asked({ port: 8080 })).toMatchObject({ port: 8080, service: null })
    expect([await asked({}), await asked({ hostname: 'home.example.com' })]).toEqual([null, null])
  })

  test('knows what the plan refuses', async () => {
    expect(await asked({ useCase: 'rdp' })).toMatchObject({ advice: 'keep-shut' })
    expect(await asked({ port: 3389 })).toMatchObject({ advice: 'keep-shut' })
  })
})

test('what is known of it has the menu of the router, where its make is known', async () => {
  const subject = await asked({ port: 8080 })
  const facts = (hints: object) => subject?.facts(hints, null).router
  expect(facts({ routerBrand: 'iptime' })).toMatchObject({ hasMenu: true, brand: { id: 'iptime' } })
  expect(facts({})).toMatchObject({ hasMenu: false })
  expect(
    (await portSubject({ port: 3389, protocol: 'tcp' }, known, { ipdata, locale: 'en' })).facts({}, null).dangers,
  ).toHaveLength(1)
})
