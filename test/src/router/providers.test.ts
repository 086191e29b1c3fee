import { describe, expect, test } from 'bun:test'
import { IpData } from '../../../src/ipdata/lookup.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/embedded.ts'
import { findProvider } from '../../../src/router/providers.ts'

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
    ['210.220.163.82', 'SK Broadband', 'sk-broadband'],
    ['164.124.101.2', 'LG DACOM', 'lg-uplus'],
    ['1.11.0.1', 'LG HelloVision', 'lg-hellovision-cable'],
    ['98.97.0.1', 'Space Exploration', 'starlink'],
    ['172.32.0.1', 'T-Mobile USA', 'tmobile-home'],
    ['24.0.0.1', 'Comcast', 'xfinity'],
    ['12.0.0.1', 'AT&T', 'att'],
    ['71.163.0.1', 'Verizon', 'verizon'],
    ['66.75.160.1', 'Charter', 'spectrum'],
    ['24.248.0.1', 'Cox', 'cox'],
    ['86.128.0.1', 'British Telecommunications', 'bt'],
    ['81.96.0.1', 'Virgin Media', 'virgin-media'],
    ['80.128.0.1', 'Deutsche Telekom', 'telekom-de'],
    ['90.0.0.1', 'Orange', 'orange-fr'],
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

test('a provider is also named by its box, and by the router that it supplies', () => {
  expect(findProvider(catalogue, { text: 'olleh', ofRouter: null, asn: null })).toMatchObject({
    isp: { id: 'kt' },
    guessed: false,
  })
  const [ofRouter = null] = catalogue.isps.filter(({ id }) => id === 'kt')
  expect(findProvider(catalogue, { text: undefined, ofRouter, asn: 14_593 })).toMatchObject({ isp: { id: 'kt' }, guessed: false })
})
