import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { type CommandKind, commandsFor, pinholeCommands, pinholeUndo, undoLines } from '../../../../src/router/plan/commands.ts'
import { type Rule, rulesOf } from '../../../../src/router/plan/rules.ts'
import { sampled, sampleTest } from '../../../support/lab.ts'
import { run } from '../../../support/net/namespace.ts'

const DEVICE = '192.168.0.10'
const DEVICE6 = '2001:db8:1::10'
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
const COMMAND_KINDS: readonly CommandKind[] = ['upnpc', 'openwrt-uci', 'routeros', 'nftables', 'ufw', 'windows-firewall']
const linesOf = (kind: CommandKind, rules: readonly Rule[]) => commandsFor(rules, [kind], 'en').flatMap(({ lines }) => lines)

/** Returns the words that a shell makes of lines: the arguments of every program it would start, none of which exists here. */
async function shellWords(lines: readonly string[]): Promise<string[][]> {
  const stubs = ['upnpc', 'uci', 'service', 'nft', 'ufw', 'netsh'].map(
    (program) => `${program}() { printf '%s\\0' ${program} "$@"; printf '\\n'; }`,
  )
  const printed = await run(['sh', '-euf'], { input: [...stubs, ...lines, ''].join('\n') })
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\0').slice(0, -1))
}

sampleTest('the lines for every service cannot be run by accident where the device is not known', async () => {
  for (const useCase of sampled(12, useCases)) {
    const rules = rulesOf(useCase, null)
    for (const { kind, lines, note } of commandsFor(rules, COMMAND_KINDS, 'en')) {
      const started = await shellWords(lines)
      const firewall = { ufw: 'ufw', 'windows-firewall': 'netsh' }[kind as string]
      expect([kind, started.map(([program]) => program)]).toEqual([kind, firewall ? rules.map(() => firewall) : []])
      expect(note.includes('in the place of INTERNAL_IP')).toBe(lines.join('').includes('INTERNAL_IP'))
    }
  }
})

const UCI = 'uci set firewall.forward_web_1_8443'
const UCI6 = 'uci set firewall.pinhole_web_1_8443'
const SAVED = ['uci commit firewall', 'service firewall restart']

describe('the lines', () => {
  test('a port with another number inside', () => {
    expect(linesOf('upnpc', [rule()])).toEqual([`upnpc -e web-1 -a ${DEVICE} 443 8443 TCP`])
    expect(linesOf('routeros', [rule()])).toEqual([
      `/ip firewall nat add chain=dstnat in-interface-list=WAN protocol=tcp dst-port=8443 action=dst-nat to-addresses=${DEVICE} to-ports=443 comment="web-1"`,
    ])
    expect(linesOf('nftables', [rule()])[2]).toContain(`tcp dport 8443 dnat to ${DEVICE}:443 `)
    const options = { name: 'web-1', target: 'DNAT', family: 'ipv4', src: 'wan', src_dport: '8443', dest: 'lan', dest_ip: DEVICE }
    expect(linesOf('openwrt-uci', [rule()])).toEqual([
      `${UCI}=redirect`,
      ...Object.entries({ ...options, dest_port: '443', proto: 'tcp' }).map(([option, value]) => `${UCI}.${option}='${value}'`),
      ...SAVED,
    ])
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
    expect(linesOf('upnpc', [rule({ externalPort: '2456-2458', internalPort: '2456-2458' })])).toHaveLength(3)
  })

  test('a range with other numbers inside: each port by itself, in order', async () => {
    const shifted = rule({ externalPort: '6000-6002', internalPort: '7000-7002' })
    const containing = (line: (external: number, internal: number) => string) =>
      [0, 1, 2].map((index) => expect.stringContaining(line(6000 + index, 7000 + index)))
    expect(linesOf('routeros', [shifted])).toEqual(
      containing((external, internal) => `dst-port=${external} action=dst-nat to-addresses=${DEVICE} to-ports=${internal} `),
    )
    expect(linesOf('openwrt-uci', [shifted]).filter((line) => line.includes('dest_port'))).toEqual(
      containing((external, internal) => `forward_web_1_${external}.dest_port='${internal}'`),
    )
    expect(linesOf('nftables', [shifted]).slice(2)).toEqual(
      containing((external, internal) => `dport ${external} dnat to ${DEVICE}:${internal} `),
    )
    for (const [externalPort, internalPort, count] of [
      ['6000-6002', '7000-7002', 3],
      ['6000-6049', '5000-5049', 50],
    ] as const) {
      const started = await shellWords(linesOf('upnpc', [rule({ externalPort, internalPort })]))
      expect(started).toHaveLength(count)
      const [outer, inner] = [externalPort, internalPort].map((range) => range.split('-')[1])
      expect(started.at(-1)?.slice(5)).toEqual([`${inner}`, `${outer}`, 'TCP'])
    }
  })

  test('that undo name what the lines made', () => {
    const rules = [rule(), rule({ name: 'web-2', externalPort: '6000-6002', internalPort: '7000-7002', protocol: 'udp' })]
    expect(undoLines('upnpc', rules)).toEqual(['8443 TCP', '6000 UDP', '6001 UDP', '6002 UDP'].map((port) => `upnpc -d ${port}`))
    expect(undoLines('ufw', rules)).toEqual(['ufw delete allow 443/tcp', 'ufw delete allow 7000:7002/udp'])
    expect(undoLines('routeros', rules)).toEqual(
      ['web-1', 'web-2'].map((name) => `/ip firewall nat remove [find comment="${name}"]`),
    )
    const sections = (lines: readonly string[]) =>
      lines.flatMap((line) => /^uci (?:set|delete) (firewall\.\w+)(?:=redirect)?$/.exec(line)?.[1] ?? [])
    const made = sections(linesOf('openwrt-uci', rules))
    expect(made).toHaveLength(4)
    expect(sections(undoLines('openwrt-uci', rules))).toEqual(made)
  })

  test('nothing to forward needs no commands', () => expect(commandsFor([], COMMAND_KINDS, 'en')).toEqual([]))

  test('over IPv6 OpenWrt and RouterOS let the port through to the device, and take that back', () => {
    const [uci, routeros] = pinholeCommands([rule()], ['openwrt-uci', 'routeros'], DEVICE6)
    const options = {
      name: 'web-1',
      target: 'ACCEPT',
      family: 'ipv6',
      src: 'wan',
      dest: 'lan',
      dest_ip: DEVICE6,
      dest_port: '443',
    }
    expect(uci?.lines).toEqual([
      `${UCI6}=rule`,
      ...Object.entries({ ...options, proto: 'tcp' }).map(([option, value]) => `${UCI6}.${option}='${value}'`),
      ...SAVED,
    ])
    expect(routeros?.lines).toEqual([
      `/ipv6 firewall filter add chain=forward in-interface-list=WAN protocol=tcp dst-address=${DEVICE6}/128 dst-port=443 action=accept comment="web-1" place-before=0`,
    ])
    expect(pinholeUndo('openwrt-uci', [rule()])).toEqual(['uci delete firewall.pinhole_web_1_8443', ...SAVED])
    expect(pinholeUndo('routeros', [rule()])).toEqual(['/ipv6 firewall filter remove [find comment="web-1"]'])
  })
})
