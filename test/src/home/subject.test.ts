import { describe, expect, test } from 'bun:test'
import { brandOf, homeSubject, portSubject } from '../../../src/home/subject.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'

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
    expect(await asked({})).toBeNull()
    expect(await asked({ hostname: 'home.example.com' })).toBeNull()
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
