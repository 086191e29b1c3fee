import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../../src/contract/text.ts'
import { brandOf } from '../../../../src/home/subject.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { listening, open, PUBLIC, rule, shut } from '../../../support/home/facts.ts'
import { shownOf } from '../../../support/home/found.ts'
import { HOMES } from '../../../support/home/judged.ts'

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

const known = embeddedCatalogue()

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
