// Output as Apple documents it and people have posted it; no Mac has run this.
import { describe, expect, test } from 'bun:test'
import { computerOf, recordedSources } from '../../../support/home/recorded.ts'

const INET = `Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            192.168.1.1        UGScg                 en0
default            link#22            UCSIg             bridge100      !
default            192.168.2.1        UGScIg                en5
127                127.0.0.1          UCS                   lo0
192.168.1          link#14            UCS                   en0      !
`
const INET6 = `Routing tables

Internet6:
Destination                             Gateway                                 Flags               Netif Expire
default                                 fe80::1%en0                             UGcg                  en0
default                                 fe80::%utun0                            UGcIg               utun0
::1                                     ::1                                     UHL                   lo0
`
const GET = (name: string) =>
  `   route to: dns.google\ndestination: default\n       mask: default\n    gateway: 192.168.1.1\n  interface: ${name}\n      flags: <UP,GATEWAY,DONE,STATIC,PRCLONING,GLOBAL>\n`
const IFCONFIG = `lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> mtu 16384
	options=1203<RXCSUM,TXCSUM,TXSTATUS,SW_TIMESTAMP>
	inet 127.0.0.1 netmask 0xff000000
	inet6 ::1 prefixlen 128
	inet6 fe80::1%lo0 prefixlen 64 scopeid 0x1
en0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
	ether aa:bb:cc:dd:ee:ff
	inet6 fe80::10%en0 prefixlen 64 secured scopeid 0xe
	inet6 2001:db8:1::aaaa prefixlen 64 autoconf temporary
	inet6 2001:db8:1::bbbb prefixlen 64 deprecated autoconf temporary
	inet6 2001:db8:1::10 prefixlen 64 autoconf secured
	inet 192.168.1.10 netmask 0xffffff00 broadcast 192.168.1.255
	status: active
utun3: flags=8051<UP,POINTOPOINT,RUNNING,MULTICAST> mtu 1380
	inet 10.66.0.2 --> 10.66.0.2 netmask 0xffffffff
`
const NETSTAT = `Active Internet connections (including servers)
Proto Recv-Q Send-Q  Local Address          Foreign Address        (state)
tcp4       0      0  192.168.1.10.50001     11.0.0.1.25565         ESTABLISHED
tcp46      0      0  *.25565                *.*                    LISTEN
tcp4       0      0  127.0.0.1.25566        *.*                    LISTEN
tcp6       0      0  ::1.25566              *.*                    LISTEN
tcp6       0      0  *.25567                *.*                    LISTEN
tcp4       0      0  *.125565               *.*                    LISTEN
`
const UDP = 'udp46      0      0  *.19132                *.*\nudp4       0      0  192.168.1.10.19133     11.0.0.1.443\n'
const LSOF = 'p812\ncjava\nf50\nn*:25565\np1\nclaunchd\nf9\nn[::1]:631\n'
const COMMANDS = {
  'netstat -rn -f inet': INET,
  'netstat -rn -f inet6': INET6,
  'route -n get 8.8.8.8': GET('en0'),
  'route -n get -inet6': GET('en0'),
  'ifconfig -a': IFCONFIG,
  'netstat -anl -p tcp': NETSTAT,
  'netstat -anl -p udp': UDP,
  'lsof -nP -iTCP:25565 -sTCP:LISTEN': LSOF,
}
const FILTER = '/usr/libexec/ApplicationFirewall/socketfilterfw --getglobalstate'

const look = (commands: Record<string, string | null> = {}, port = 25565, protocol: 'tcp' | 'udp' = 'tcp') =>
  computerOf(recordedSources({ platform: 'darwin', commands: { ...COMMANDS, ...commands } }), { port, protocol })

const HOME = {
  address: '192.168.1.10',
  address6: '2001:db8:1::aaaa',
  interface: 'en0',
  gateways: [
    ['192.168.1.1', '192.168.1.10'],
    ['fe80::1%en0', '2001:db8:1::aaaa'],
  ],
}

describe('macOS', () => {
  test('tells its gateway and addresses, the temporary one where packets have it', async () =>
    expect(await look()).toMatchObject({ ...HOME, vpn: false }))

  test.each([
    [25565, 'tcp', { program: 'java', addresses: ['::'], onlyLoopback: false, family: 'both' }],
    [25566, 'tcp', { program: null, addresses: ['127.0.0.1', '::1'], onlyLoopback: true, family: 'both' }],
    [25567, 'tcp', { program: null, addresses: ['::'], onlyLoopback: false, family: 'ipv6' }],
    [25568, 'tcp', null],
    [19132, 'udp', { program: null, addresses: ['::'], onlyLoopback: false, family: 'both' }],
    [19133, 'udp', null],
  ] as const)('tells what listens on %d over %s', async (port, protocol, listening) => {
    expect((await look({}, port, protocol)).listening).toEqual(listening && { ...listening, addresses: [...listening.addresses] })
  })

  test.each([
    ['Firewall is disabled. (State = 0)\n', null],
    ['Firewall is enabled. (State = 1)\n', { kind: 'macos-firewall', blocks: 'unknown', line: null }],
    [
      'Firewall is blocking all non-essential incoming connections. (State = 2)\n',
      { kind: 'macos-firewall', blocks: 'yes', line: 'sudo /usr/libexec/ApplicationFirewall/socketfilterfw --setblockall off' },
    ],
    [null, { kind: 'macos-firewall', blocks: 'unknown', line: null }],
  ] as const)('tells of its firewall: %p', async (said, firewall) => {
    expect((await look({ [FILTER]: said })).firewall).toEqual(firewall)
  })

  test('tells nothing where its commands do not', async () => {
    const none = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, null]))
    expect(await look(none)).toMatchObject({ address: null, address6: null, vpn: false, isBlind: true, gateways: [null, null] })
    const odd = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, '\u0000default default G\n'.repeat(10)]))
    expect(await look(odd)).toMatchObject({ address: null, listening: null, gateways: [null, null] })
  })
})
