import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/embedded.ts'
import { COMMAND_KINDS, commandsFor } from '../../../../src/router/plan/commands.ts'
import { type Rule, rulesOf } from '../../../../src/router/plan/rules.ts'
import { readNetsh, readRouteros, readUci, shellWords } from '../../../support/command-lines.ts'

const DEVICE = '192.168.0.10'
const { useCases } = embeddedCatalogue()
const rule = (over: Partial<Rule> = {}): Rule => ({
  name: 'web-1',
  externalPort: '8443',
  internalPort: '443',
  protocol: 'tcp',
  internalIp: DEVICE,
  required: true,
  ...over,
})
const linesOf = (kind: (typeof COMMAND_KINDS)[number], rules: readonly Rule[]) =>
  commandsFor(rules, 'iptime', 'en').find((command) => command.kind === kind)?.lines ?? []
const asForward = ({ name, protocol, externalPort, internalPort, internalIp }: Rule) => ({
  name,
  protocol,
  external: externalPort,
  internal: internalPort,
  address: internalIp,
})

describe('every use case, in the languages that Debian has no tool for', () => {
  test('says in each what its rules say', async () => {
    let judged = 0
    for (const useCase of useCases) {
      const rules = rulesOf(useCase, DEVICE)
      if (rules.length === 0) continue
      judged++
      const forwards = rules.map(asForward)
      expect(readUci(await shellWords(linesOf('openwrt-uci', rules)))).toEqual(forwards)
      expect(readRouteros(linesOf('routeros', rules))).toEqual(forwards)
      expect(readNetsh(linesOf('windows-firewall', rules))).toEqual(
        forwards.map(({ name, protocol, internal }) => ({ name, protocol, internal })),
      )
    }
    expect(judged).toBeGreaterThan(40)
  })

  test('cannot be run by accident where the device is not known', async () => {
    for (const useCase of useCases) {
      const rules = rulesOf(useCase, null)
      for (const { kind, lines, note } of commandsFor(rules, 'openwrt', 'en')) {
        const started = await shellWords(lines)
        expect([kind, started.map(([program]) => program)]).toEqual(
          kind === 'ufw' || kind === 'windows-firewall'
            ? [kind, rules.map(() => (kind === 'ufw' ? 'ufw' : 'netsh'))]
            : [kind, []],
        )
        expect(note.includes('internalIp')).toBe(lines.join('').includes('INTERNAL_IP'))
      }
    }
  })
})

describe('lines', () => {
  test('a port that is another one inside', () => {
    expect(linesOf('upnpc', [rule()])).toEqual([`upnpc -e web-1 -a ${DEVICE} 443 8443 TCP`])
    expect(linesOf('routeros', [rule()])[0]).toContain(`dst-port=8443 action=dst-nat to-addresses=${DEVICE} to-ports=443 `)
    expect(linesOf('nftables', [rule()])[2]).toContain(`tcp dport 8443 dnat to ${DEVICE}:443 `)
    expect(linesOf('openwrt-uci', [rule()])).toContain("uci set firewall.@redirect[-1].src_dport='8443'")
    expect(linesOf('ufw', [rule()])).toEqual(["ufw allow 443/tcp comment 'web-1'"])
    expect(linesOf('windows-firewall', [rule()])[0]).toContain('localport=443')
  })

  test('a range keeps its ports', async () => {
    const range = rule({ externalPort: '50000-50100', internalPort: '50000-50100', protocol: 'udp' })
    expect(linesOf('nftables', [range])[2]).toContain(`udp dport 50000-50100 dnat to ${DEVICE} comment`)
    expect(linesOf('ufw', [range])).toEqual(["ufw allow 50000:50100/udp comment 'web-1'"])
    expect(linesOf('upnpc', [range])).toHaveLength(1)
    const started = await shellWords(linesOf('upnpc', [range]))
    expect(started).toHaveLength(101)
    expect(started[100]).toEqual(['upnpc', '-e', 'web-1', '-a', DEVICE, '50100', '50100', 'UDP'])
    const few = rule({ externalPort: '2456-2458', internalPort: '2456-2458' })
    expect(linesOf('upnpc', [few])).toHaveLength(3)
  })

  test('a range that is another one inside: each port by itself, in order', async () => {
    const shifted = rule({ externalPort: '6000-6002', internalPort: '7000-7002' })
    const pairs = [
      ['6000', '7000'],
      ['6001', '7001'],
      ['6002', '7002'],
    ]
    expect(readRouteros(linesOf('routeros', [shifted])).map(({ external, internal }) => [external, internal])).toEqual(pairs)
    const words = await shellWords(linesOf('openwrt-uci', [shifted]))
    expect(readUci(words).map(({ external, internal }) => [external, internal])).toEqual(pairs)
    expect(linesOf('nftables', [shifted]).slice(2)).toEqual(
      pairs.map(([external, internal]) => expect.stringContaining(`dport ${external} dnat to ${DEVICE}:${internal} `)),
    )
    for (const [externalPort, internalPort, count] of [
      ['6000-6002', '7000-7002', 3],
      ['6000-6049', '5000-5049', 50],
    ] as const) {
      const started = await shellWords(linesOf('upnpc', [rule({ externalPort, internalPort })]))
      expect(started).toHaveLength(count)
      const [outer, inner] = [externalPort, internalPort].map((range) => Number(range.split('-')[1]))
      expect(started.at(-1)?.slice(5)).toEqual([String(inner), String(outer), 'TCP'])
    }
  })

  test('the language of the router comes first, none is missing', () => {
    const first = (brand: string) => commandsFor([rule()], brand, 'ko').map(({ kind }) => kind)
    expect(first('iptime')).toEqual([...COMMAND_KINDS])
    expect(first('openwrt')[0]).toBe('openwrt-uci')
    expect(first('gl-inet')[0]).toBe('openwrt-uci')
    expect(first('mikrotik')[0]).toBe('routeros')
    expect(first('mikrotik').toSorted()).toEqual([...COMMAND_KINDS].toSorted())
    expect(commandsFor([], 'openwrt', 'en')).toEqual([])
  })
})

describe('the readers refuse what is wrong', () => {
  const good = linesOf('routeros', [rule()])[0] ?? ''
  test.each([
    [good.replace('dst-port=8443', 'dst-port=70000')],
    [good.replace('dst-port=8443', 'dst-port=9000-8000')],
    [good.replace('protocol=tcp', 'protocol=sctp')],
    [good.replace('chain=dstnat', 'chain=srcnat')],
    [good.replace(DEVICE, 'INTERNAL_IP')],
    [good.replace('action=dst-nat ', '')],
    [good.replace('chain=dstnat', 'chain=dstnat chain=dstnat')],
    [good.replace('"web-1"', '"web-1')],
    [good.replace('"web-1"', '"[/system reset]"')],
    [`${good} src-address=0.0.0.0/0`],
    [`${good}; /system reset-configuration`],
    [`# ${good}`],
  ])('RouterOS %p', (line) => {
    expect(() => readRouteros([line])).toThrow()
  })

  test.each([
    ["uci set firewall.@redirect[-1].proto='tcp'", "uci set firewall.@redirect[-1].proto='icmp'"],
    ["uci set firewall.@redirect[-1].target='DNAT'", "uci set firewall.@redirect[-1].target='SNAT'"],
    ["uci set firewall.@redirect[-1].src_dport='8443'", "uci set firewall.@redirect[-1].src_dport='8443-'"],
    ["uci set firewall.@redirect[-1].dest_ip='192.168.0.10'", "uci set firewall.@redirect[-1].dest_ip='INTERNAL_IP'"],
    ["uci set firewall.@redirect[-1].dest='lan'", "uci set firewall.@redirect[-1].dest ='lan'"],
    ["uci set firewall.@redirect[-1].family='ipv4'", "uci set firewall.@redirect[-1].familie='ipv4'"],
    ['uci add firewall redirect', 'uci add network redirect'],
    ['uci commit firewall', 'uci commit network'],
  ])('uci %p as %p', async (right, wrong) => {
    const lines = linesOf('openwrt-uci', [rule()])
    expect(lines).toContain(right)
    expect(readUci(await shellWords(lines))).toHaveLength(1)
    const changed = await shellWords(lines.map((line) => (line === right ? wrong : line)))
    expect(() => readUci(changed)).toThrow()
  })

  test.each([
    ['netsh advfirewall firewall add rule name="a b" dir=in action=allow protocol=TCP localport=443'],
    ['netsh advfirewall firewall add rule name="a" dir=out action=allow protocol=TCP localport=443'],
    ['netsh advfirewall firewall add rule name="a" dir=in action=allow protocol=TCP localport=443-22'],
    ['netsh advfirewall firewall add rule name="a" dir=in action=allow protocol=TCP localport=443 & calc'],
  ])('netsh %p', (line) => {
    expect(() => readNetsh([line])).toThrow()
  })

  test('a shell that would start something else', async () => {
    await expect(shellWords(['rm-of-nothing 1'])).rejects.toThrow('rm-of-nothing')
    await expect(shellWords(["uci set a='b"])).rejects.toThrow('nterminated')
  })
})
