import { describe, expect, test } from 'bun:test'
import { RedirectHosts } from '../../../../src/issuance/web/hosts.ts'
import { addressOf, dnsOf, NAME, nameOf } from '../../../support/issuance/web.ts'

const NAMES = {
  'www.example.test': ['1.1.1.1', '2606::1'],
  'third.example.test': ['1.1.1.3'],
  'cdn.example.test': ['8.8.8.8'],
  'both.example.test': ['1.1.1.1', '8.8.8.8'],
  'inside.example.test': ['10.0.0.1', '127.0.0.1'],
  'half.example.test': ['10.0.0.1', '1.1.1.2'],
  'denied.example.test': ['9.9.9.9'],
}
const ASKED = ['1.1.1.1', '1.1.1.2', '2606::1']

function hosts() {
  const dns = dnsOf(NAMES)
  const own = { target: nameOf(), asked: new Set(ASKED), all: new Set([...ASKED, '1.1.1.3', '10.0.0.1']) }
  const all = new RedirectHosts(dns, own)
  return {
    dns,
    async from(address: string, host: string) {
      const led = await all.from(addressOf(address), host)
      if ('unknown' in led) return `unknown: ${led.unknown}`
      return 'stop' in led ? `stop: ${led.stop}` : led.address.text
    },
  }
}

describe('a redirect to', () => {
  const cases: Record<string, [string, string]> = {
    'the name itself': [NAME, '1.1.1.2'],
    'a name with the same addresses, of which this is none': ['www.example.test', '1.1.1.1'],
    'an address of the name that is not asked': ['third.example.test', 'stop: elsewhere'],
    'somebody else': ['cdn.example.test', 'stop: elsewhere'],
    'the name or somebody else': ['both.example.test', 'stop: elsewhere'],
    'private addresses': ['inside.example.test', 'stop: not-public'],
    'one that is private and one that is asked': ['half.example.test', '1.1.1.2'],
    'one that may not be asked': ['denied.example.test', 'stop: elsewhere'],
    'a name without addresses': ['missing.example.test', 'stop: unresolved'],
    'a local name': ['nas.lan', 'stop: not-public'],
    'a single word': ['localhost', 'stop: not-public'],
    'a name that our resolver says nothing about': ['timeout.example.test', 'unknown: no-answer'],
    'a public address': ['8.8.8.8', 'stop: to-address'],
    'its own address': ['1.1.1.2', 'stop: to-address'],
    'a private address': ['10.0.0.1', 'stop: not-public'],
    'this machine over IPv6': ['[::1]', 'stop: not-public'],
    'a public address over IPv6': ['[2606::1]', 'stop: to-address'],
    'a domain that does not exist': ['nas.fritzbox', 'stop: not-public'],
  }
  for (const [what, [host, led]] of Object.entries(cases))
    test(what, async () => expect(await hosts().from('1.1.1.2', host)).toBe(led))

  test('a name with this address as well stays there', async () => {
    const { from } = hosts()
    expect([await from('1.1.1.1', 'www.example.test'), await from('2606::1', 'www.example.test')]).toEqual(['1.1.1.1', '2606::1'])
  })
})

test('each host is looked up once, local names and the name itself never, and no more than four', async () => {
  const { dns, from } = hosts()
  const names = [NAME, 'nas.lan', ...Object.keys(NAMES)]
  await Promise.all([...names, ...names].map((name) => from('1.1.1.1', name)))
  expect(dns.asked).toEqual(['www.example.test', 'third.example.test', 'cdn.example.test'])
  expect(await from('1.1.1.1', 'half.example.test')).toBe('stop: elsewhere')
})
