import { describe, expect, test } from 'bun:test'
import { IpData } from '../../../src/ipdata/lookup.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { PLATFORM_IDS } from '../../../src/router/catalogue/schema.ts'
import { readPlatform } from '../../../src/router/platform.ts'
import { findProvider, providerNamed } from '../../../src/router/providers.ts'

const catalogue = embeddedCatalogue()
const ipdata = new IpData({ city: null, network: null })
const networkOf = (text: string) => {
  const address = parseAddress(text)
  return address ? ipdata.network(address) : { asn: null, organization: null }
}

describe('a provider that is not named is guessed from the network of the address', () => {
  // The name of the network in the embedded data is the evidence that its number is right.
  test.each([
    ['168.126.63.1', 'Korea Telecom', 'kt'],
    ['24.0.0.1', 'Comcast', 'xfinity'],
    ['82.64.0.1', 'Free', 'free-fr'],
  ])('%s of %s: %s', (ip, organization, id) => {
    const { asn, organization: found } = networkOf(ip)
    expect(found).toContain(organization)
    expect(findProvider(catalogue, { text: undefined, ofRouter: null, asn })).toMatchObject({ isp: { id }, guessed: true })
  })

  test('but not for a network that sells no home lines, or an unknown one', () => {
    for (const asn of [13_335, 64_512, null]) expect(findProvider(catalogue, { text: undefined, ofRouter: null, asn })).toBeNull()
  })
})

test('a named provider comes before the guess; an unknown name leaves the guess', () => {
  expect(findProvider(catalogue, { text: '스타링크', ofRouter: null, asn: 4766 })).toMatchObject({
    isp: { id: 'starlink' },
    guessed: false,
  })
  expect(findProvider(catalogue, { text: 'xyzzy plugh', ofRouter: null, asn: 4766 })).toMatchObject({
    isp: { id: 'kt' },
    guessed: true,
  })
})

describe('words for lines, buildings and providers that people write', () => {
  const LINES = {
    'mobile-internet': ['my phone hotspot'],
    'kr-building-internet': ['기숙사 와이파이'],
    kt: ['KT 인터넷 500메가'],
    'lg-uplus': ['엘지유플 와이파이'],
  }
  test.each(Object.entries(LINES).flatMap(([id, texts]) => texts.map((text) => [text, id] as const)))('%s', (text, id) => {
    expect(providerNamed(text, catalogue).found?.id).toBe(id)
  })

  test.each(['free wifi', 'my free Wi-Fi', 'public wifi', '무료 와이파이'])('%s names no provider', (text) => {
    expect(providerNamed(text, catalogue)).toEqual({ found: null, near: [] })
  })

  test('a mobile line of Korea is known by its network, a building and a mobile line by their mark', () => {
    for (const ip of ['223.38.1.1', '117.111.1.1']) {
      const { asn } = networkOf(ip)
      expect(findProvider(catalogue, { text: undefined, ofRouter: null, asn })).toMatchObject({
        isp: { id: 'kr-mobile', mobile: true, carrierNat: { usual: 'yes' } },
        guessed: true,
      })
    }
    expect(providerNamed('hostel', catalogue).found?.building).toBe(true)
    expect(providerNamed('lte', catalogue).found?.mobile).toBe(true)
  })
})

const { platforms } = embeddedCatalogue()

describe('the platform', () => {
  test.each([
    ...PLATFORM_IDS.map((id) => [id, id]),
    ['Windows 11 Pro', 'windows'],
    ['윈도우 11', 'windows'],
    ['MacBook Air', 'macos'],
    ['Ubuntu 24.04', 'linux'],
    ['Galaxy S24', 'android'],
    ['iPhone 15 Pro', 'ios'],
    ['ios17', 'ios'],
    ['Chrome OS', 'chromeos'],
    ['smart TV', 'other'],
    ['playstation 5', 'other'],
    ['windwos', 'windows'],
    ['Windows laptop', 'windows'],
    ['잘 모르겠어요', 'other'],
  ])('%s: %s', (text, id) => expect(readPlatform(text, platforms)).toMatchObject({ platform: id, isUnderstood: true }))

  test('is other for a text that names none, or two, and null without a text', () => {
    for (const text of ['amiga', 'freebsd', 'windows or linux', '', '!'])
      expect([text, readPlatform(text, platforms)]).toEqual([text, { platform: 'other', variant: null, isUnderstood: false }])
    expect(readPlatform(undefined, platforms)).toEqual({ platform: null, variant: null, isUnderstood: true })
  })
})
