// Answers as the script would give them by Microsoft's documentation; no Windows has run it.
import { describe, expect, test } from 'bun:test'
import { windowsScript } from '../../../../src/home/computer/windows.ts'
import { computerOf, recordedSources } from '../../../support/home/recorded.ts'

const PATH = 'C:\\Program Files\\Java\\bin\\javaw.exe'
const ALLOW = {
  action: 1,
  ports: '25565',
  from: '*',
  to: '*',
  fromPorts: '*',
  app: null,
  service: null,
  package: '',
  kinds: 'All',
  profiles: 6,
}
const BLOCK = { ...ALLOW, action: 0 }
const PRIVATE = { bit: 2, isOn: true, inbound: 0, blocksAll: false }
const SOCKETS: { address: string; program: string | null; path: string | null }[] = [
  { address: '0.0.0.0', program: 'javaw', path: PATH },
  { address: '::', program: 'javaw', path: PATH },
]
const SAID = {
  routes: [
    { to: '0.0.0.0/0', via: '192.168.1.1', index: 12, metric: 25 },
    { to: '0.0.0.0/0', via: '0.0.0.0', index: 30, metric: 5 },
    { to: '0.0.0.0/0', via: '192.168.2.1', index: 13, metric: 50 },
    { to: '::/0', via: 'fe80::1', index: 12, metric: 281 },
  ],
  addresses: [
    { index: 12, address: 'fe80::10%12', prefix: 64, state: 4, suffix: 4 },
    { index: 12, address: '2001:db8:1::aaaa', prefix: 128, state: 4, suffix: 5 },
    { index: 12, address: '2001:db8:1::bbbb', prefix: 64, state: 3, suffix: 4 },
    { index: 12, address: '2001:db8:1::10', prefix: 64, state: 4, suffix: 4 },
    { index: 12, address: '192.168.1.10', prefix: 24, state: 4, suffix: 3 },
    { index: 13, address: '192.168.2.10', prefix: 24, state: 4, suffix: 3 },
    { index: 30, address: '10.66.0.2', prefix: 32, state: 4, suffix: 1 },
  ],
  adapters: [
    { index: 12, name: '이더넷', isHardware: true },
    { index: 30, name: 'wg', isHardware: false },
  ],
  leaving: [
    { index: 12, address: '192.168.1.10' },
    { index: 12, address: '2001:db8:1::aaaa' },
  ],
  sockets: SOCKETS,
  profiles: [PRIVATE],
  rules: [] as object[],
}

function look(changes: Partial<typeof SAID> = {}, text?: string) {
  const commands = { 'powershell.exe': text ?? JSON.stringify({ ...SAID, ...changes }) }
  return computerOf(recordedSources({ platform: 'win32', commands }), { port: 25565, protocol: 'tcp' })
}

const HOME = {
  address: '192.168.1.10',
  address6: '2001:db8:1::aaaa',
  interface: '이더넷',
  gateways: [
    ['192.168.1.1', '192.168.1.10'],
    // Zones are numbers there.
    ['fe80::1%12', '2001:db8:1::aaaa'],
  ],
}

describe('Windows', () => {
  test('tells its gateway, its addresses and what listens', async () => {
    const listening = { program: 'javaw', addresses: ['0.0.0.0', '::'], onlyLoopback: false, family: 'both' }
    expect(await look()).toMatchObject({ ...HOME, vpn: false, listening })
    const loopback = [{ address: '127.0.0.1', program: null, path: null }]
    expect(await look({ sockets: loopback })).toMatchObject({ listening: { program: null, onlyLoopback: true, family: 'ipv4' } })
    expect(await look({ sockets: [] })).toMatchObject({ listening: null })
  })

  test.each([
    ['no rule', [], 'yes'],
    ['a rule for the port', [ALLOW], 'no'],
    ['a rule for a range', [{ ...ALLOW, ports: '80,25000-26000' }], 'no'],
    ['a rule for another port', [{ ...ALLOW, ports: '25566' }], 'yes'],
    ['a rule for ports that Windows gives out', [{ ...ALLOW, ports: 'RPC' }], 'unknown'],
    ['a rule for the program', [{ ...ALLOW, ports: '*', app: PATH.toUpperCase() }], 'no'],
    ['a rule for another program', [{ ...ALLOW, ports: '*', app: 'C:\\other.exe' }], 'yes'],
    ['a rule for an app of the store', [{ ...ALLOW, ports: '*', package: 'S-1-15-2-1' }], 'unknown'],
    ['a rule for another kind of network', [{ ...ALLOW, profiles: 4 }], 'yes'],
    ['a rule for the home network', [{ ...ALLOW, from: 'LocalSubnet' }], 'yes'],
    ['a rule for one address', [{ ...ALLOW, from: '198.51.100.7/255.255.255.255' }], 'yes'],
    ['a rule for some networks', [{ ...ALLOW, from: '8.0.0.0/255.0.0.0' }], 'unknown'],
    ['a rule that blocks beside', [ALLOW, BLOCK], 'yes'],
    ['a rule that blocks another program beside', [ALLOW, { ...BLOCK, app: 'C:\\other.exe' }], 'no'],
    ['a rule that may block beside', [ALLOW, { ...BLOCK, service: 'svc' }], 'unknown'],
  ] as const)('has a firewall with %s', async (_, rules, blocks) => {
    const { firewall } = await look({ rules: [...rules] })
    const line = 'netsh advfirewall firewall add rule name="doorstep-25565-tcp" dir=in action=allow protocol=TCP localport=25565'
    expect(firewall).toEqual({ kind: 'windows-firewall', blocks, line: blocks === 'no' ? null : line })
  })

  test('whose answer cannot be read tells nothing, and says so', async () => {
    for (const text of ['', '{', 'null', '[]', '{"routes":{}}', JSON.stringify({ ...SAID, routes: [{}] })])
      expect(await look({}, text)).toMatchObject({ address: null, listening: null, isBlind: true, gateways: [null, null] })
  })
})

test('the script has no quotes that a command line would have to quote, and asks for the port only', () => {
  const script = windowsScript({ port: 25565, protocol: 'udp' })
  expect(script).not.toContain('"')
  expect(script).toContain('Get-NetUDPEndpoint -LocalPort 25565')
  expect(windowsScript(null)).not.toMatch(/Get-NetUDP|FwPolicy2/)
})
