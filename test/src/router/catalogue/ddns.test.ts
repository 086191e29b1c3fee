// Names of dynamic DNS services: whose they are, and what an operator may add.
import { expect, test } from 'bun:test'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { ddnsServiceOf } from '../../../../src/router/index.ts'
import { catalogueFolder, DDNS } from '../../../support/router/catalogue-folder.ts'

const catalogue = await openCatalogue(null).read()

test.each([
  ['myhome.iptime.org', 'iptime', 'iptime'],
  ['MyHome.IPTIME.org.', 'iptime', 'iptime'],
  ['www.myhome.iptime.org', 'iptime', 'iptime'],
  ['nas.synology.me', 'synology', null],
  ['nas.diskstation.me', 'synology', null],
  ['nas.myds.me', 'synology', null],
  ['nas.dscloud.me', 'synology', null],
  ['nas.i234.me', 'synology', null],
  ['home.asuscomm.com', 'asus', 'asus'],
  ['home.tplinkdns.com', 'tp-link', 'tp-link'],
  ['nas.myqnapcloud.com', 'qnap', null],
  ['abc123.myfritz.net', 'myfritz', 'avm-fritzbox'],
  ['home.duckdns.org', 'duckdns', null],
  ['home.ddns.net', 'no-ip', null],
  ['home.hopto.org', 'no-ip', null],
  ['home.zapto.org', 'no-ip', null],
  ['home.sytes.net', 'no-ip', null],
  ['home.dyndns.org', 'dyn', null],
  ['home.homelinux.net', 'dyn', null],
  ['home.mooo.com', 'freedns', null],
  ['0123456789ab.sn.mynetname.net', 'mikrotik', 'mikrotik'],
  ['ab12345.glddns.com', 'gl-inet', 'gl-inet'],
  ['집.kro.kr', 'my-domain-korea', null],
])('%s belongs to %s', (hostname, id, brand) => {
  const found = ddnsServiceOf(hostname, catalogue)
  expect([found?.id ?? null, found?.brand ?? null]).toEqual([id, brand])
})

test.each(['example.com', 'iptime.org', 'notiptime.org', 'org', '', 'iptime.org.example.com'])('%p belongs to none', (hostname) =>
  expect(ddnsServiceOf(hostname, catalogue)).toBeNull(),
)

test('what is kept in a device says so, and what is kept in an account has its page', () => {
  for (const { id, where, brand, menu, url } of catalogue.ddns) {
    if (brand !== null) expect([id, where, catalogue.brands.some((one) => one.id === brand)]).toEqual([id, 'router', true])
    if (where === 'account') expect([id, menu]).toEqual([id, null])
    if (url !== null) expect([id, new URL(url).protocol]).toEqual([id, 'https:'])
  }
})

test('a menu stands in one place: with the router, unless the service has another one there', () => {
  const menuOf = (brand: string | null) => catalogue.brands.find(({ id }) => id === brand)?.ddns ?? null
  const twice = catalogue.ddns.filter(({ menu, brand }) => menu !== null && menuOf(brand) !== null)
  expect(twice.map(({ id }) => id)).toEqual(['myfritz'])
  expect(catalogue.ddns.filter(({ menu, brand }) => menu !== null || menuOf(brand) !== null).length).toBeGreaterThanOrEqual(12)
})

test('an operator adds services, whose domains win', async () => {
  using folder = catalogueFolder({ 'ddns.json': [{ ...DDNS, suffixes: ['acme.example', 'iptime.org'] }] })
  const laid = await openCatalogue(folder.path).read()
  expect(ddnsServiceOf('a.acme.example', laid)?.id).toBe('acme-dns')
  expect(ddnsServiceOf('a.iptime.org', laid)?.id).toBe('acme-dns')
  expect(ddnsServiceOf('a.duckdns.org', laid)?.id).toBe('duckdns')
})

test.each([
  [
    'a domain of two services',
    [DDNS, { ...DDNS, id: 'b', name: { en: 'B', ko: '비' } }],
    '[1].suffixes[0] is "acme.example", which is already',
  ],
  ['no domain', [{ ...DDNS, suffixes: [] }], '[0].suffixes is empty'],
  ['a domain with a dot in front', [{ ...DDNS, suffixes: ['.acme.example'] }], 'not a host name in lowercase'],
  ['a brand that is none', [{ ...DDNS, brand: 'acme-bx' }], '[0].brand is "acme-bx", which is not the id of a brand'],
])('%s is a mistake', (_, entries, says) => {
  using folder = catalogueFolder({ 'ddns.json': entries })
  expect(() => openCatalogue(folder.path)).toThrow(says)
})
