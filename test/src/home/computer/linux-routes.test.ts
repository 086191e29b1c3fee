import { describe, expect, test } from 'bun:test'
import { lookAtRoutes } from '../../../../src/home/computer/linux.ts'
import { gatewaysIn, type Recorded, recordedSources } from '../../../support/home/recorded.ts'

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'
/** A line of /proc/net/route; addresses are words of this machine in hex. */
const line4 = (name: string, to: string, via: string, flags: string, metric: number, mask: string) =>
  `${name}\t${to}\t${via}\t${flags}\t0\t0\t${metric}\t${mask}\t0\t0\t0\n`
const DEFAULT4 = line4('eth0', '00000000', '0101A8C0', '0003', 100, '00000000')
const LAN4 = line4('eth0', '0001A8C0', '00000000', '0001', 100, '00FFFFFF')
const NONE6 = '0'.repeat(32)
const ROUTER6 = 'fe800000000000000000000000000001'
const line6 = (to: string, bits: string, via: string, metric: string, flags: string, name: string) =>
  `${to} ${bits} ${NONE6} 00 ${via} ${metric} 00000001 00000000 ${flags} ${name}\n`
const DEFAULT6 = line6(NONE6, '00', ROUTER6, '00000400', '00450003', '    eth0')
const REJECTED6 = line6(NONE6, '00', NONE6, 'ffffffff', '00200200', '      lo')

const ETHERNET = {
  '/sys/class/net/eth0/type': '1\n',
  '/sys/class/net/eth0/device/vendor': '0x8086\n',
  '/sys/class/net/wlan0/type': '1\n',
  '/sys/class/net/wlan0/device/vendor': '0x8086\n',
  '/sys/class/net/wg0/type': '65534\n',
  '/sys/class/net/tun0/type': '65534\n',
  '/sys/class/net/tun0/tun_flags': '0x1001\n',
  '/sys/class/net/tap0/type': '1\n',
  '/sys/class/net/tap0/tun_flags': '0x1002\n',
  '/sys/class/net/vpn0/type': '1\n',
}
const HOME = { interface: 'eth0', address: '192.168.1.10', prefix: 24 }
const HOME6 = { interface: 'eth0', address: '2001:db8:1::10', prefix: 64 }
const LINK6 = { interface: 'eth0', address: 'fe80::10', prefix: 64 }

function seen(recorded: Recorded & { routes?: string; routes6?: string }) {
  const tables = {
    '/proc/net/route': HEAD + (recorded.routes ?? DEFAULT4 + LAN4),
    '/proc/net/ipv6_route': recorded.routes6 ?? '',
  }
  const found = lookAtRoutes(recordedSources({ ...recorded, files: { ...ETHERNET, ...tables, ...recorded.files } }))
  return { ...found, gateways: gatewaysIn(found.gateways) }
}

describe('the gateway', () => {
  test('is that of the default route, with the address that packets to the internet have', () => {
    const found = seen({
      addresses: [LINK6, HOME6, HOME],
      source: { 4: HOME.address, 6: HOME6.address },
      routes6: REJECTED6 + DEFAULT6,
    })
    const gateways = [
      ['192.168.1.1', '192.168.1.10'],
      ['fe80::1%eth0', '2001:db8:1::10'],
    ]
    expect(found).toEqual({ address: HOME.address, address6: HOME6.address, interface: 'eth0', vpn: false, gateways })
  })

  test('is not a route to a network, a host, or one that is down or refuses', () => {
    const network = line4('eth0', '0000000A', '0201A8C0', '0003', 0, '000000FF')
    const host = line4('eth0', '0A0A0A0A', '0201A8C0', '0007', 0, 'FFFFFFFF')
    const down = line4('eth0', '00000000', '0201A8C0', '0002', 0, '00000000')
    const refuses = line4('eth0', '00000000', '0201A8C0', '0203', 0, '00000000')
    const routes = network + host + down + refuses
    expect(seen({ routes, routes6: REJECTED6, addresses: [HOME], source: { 4: HOME.address } })).toEqual({
      address: HOME.address,
      address6: null,
      interface: 'eth0',
      vpn: false,
      gateways: [null, null],
    })
  })

  test('is asked from the address in its network, unless packets have another one', () => {
    const other = { ...HOME, address: '10.8.0.2' }
    for (const addresses of [
      [HOME, other],
      [other, HOME],
    ]) {
      expect(seen({ addresses }).gateways[0]).toEqual(['192.168.1.1', HOME.address])
      expect(seen({ addresses, source: { 4: other.address } }).gateways[0]).toEqual(['192.168.1.1', other.address])
    }
  })

  test('over IPv6 is asked from a lasting address, unless packets have another one', () => {
    const row = (address: string, flags: string) => `${address} 02 40 00 ${flags}     eth0\n`
    const files = {
      '/proc/net/if_inet6':
        row('20010db8000100000000000000000001', '01') +
        row('20010db8000100000000000000000002', '20') +
        row('20010db8000100000000000000000003', '00'),
    }
    const own = ['fd00::1', '2001:db8:1::1', '2001:db8:1::2', '2001:db8:1::3'].map((address) => ({ ...HOME6, address }))
    const options = { files, addresses: own, routes: '', routes6: DEFAULT6 }
    expect(seen(options).address6).toBe('2001:db8:1::3')
    expect(seen({ ...options, source: { 6: '2001:db8:1::1' } }).address6).toBe('2001:db8:1::1')
    expect(seen({ ...options, source: { 6: '2001:db8:1::2' } }).address6).toBe('2001:db8:1::3')
  })
})

describe('a VPN', () => {
  const tunnel = (name: string) => ({ interface: name, address: '10.66.0.2', prefix: 32 })
  const home = [['192.168.1.1', '192.168.1.10'], null]

  test.each(['wg0', 'tun0', 'tap0', 'vpn0'])(
    'that takes packets by a rule and a table of its own, %s, leaves the gateway to be seen',
    (name) => {
      expect(seen({ addresses: [HOME, tunnel(name)], source: { 4: '10.66.0.2' } })).toEqual({
        address: HOME.address,
        address6: null,
        interface: 'eth0',
        vpn: true,
        gateways: home,
      })
    },
  )
})
