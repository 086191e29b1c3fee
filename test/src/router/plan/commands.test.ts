import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { type CommandKind, commandsFor, undoLines } from '../../../../src/router/plan/commands.ts'
import { type Rule, rulesOf } from '../../../../src/router/plan/rules.ts'
import { sampled, sampleTest } from '../../../support/lab.ts'
import { readRouteros, readUci, shellWords } from '../../../support/router/command-lines.ts'

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
const COMMAND_KINDS: readonly CommandKind[] = ['upnpc', 'openwrt-uci', 'routeros', 'nftables', 'ufw', 'windows-firewall']
const linesOf = (kind: CommandKind, rules: readonly Rule[]) => commandsFor(rules, [kind], 'en').flatMap(({ lines }) => lines)

describe('every use case, in the languages that Debian has no tool for', () => {
  sampleTest('cannot be run by accident where the device is not known', async () => {
    for (const useCase of sampled(12, useCases)) {
      const rules = rulesOf(useCase, null)
      for (const { kind, lines, note } of commandsFor(rules, COMMAND_KINDS, 'en')) {
        const started = await shellWords(lines)
        expect([kind, started.map(([program]) => program)]).toEqual(
          kind === 'ufw' || kind === 'windows-firewall'
            ? [kind, rules.map(() => (kind === 'ufw' ? 'ufw' : 'netsh'))]
            : [kind, []],
        )
        expect(note.includes('in the place of INTERNAL_IP')).toBe(lines.join('').includes('INTERNAL_IP'))
      }
    }
  })
})

describe('the lines', () => {
  test('a port with another number inside', () => {
    expect(linesOf('upnpc', [rule()])).toEqual([`upnpc -e web-1 -a ${DEVICE} 443 8443 TCP`])
    expect(linesOf('routeros', [rule()])[0]).toContain(`dst-port=8443 action=dst-nat to-addresses=${DEVICE} to-ports=443 `)
    expect(linesOf('nftables', [rule()])[2]).toContain(`tcp dport 8443 dnat to ${DEVICE}:443 `)
    expect(linesOf('openwrt-uci', [rule()])).toContain("uci set firewall.forward_web_1_8443.src_dport='8443'")
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

  test('a range with other numbers inside: each port by itself, in order', async () => {
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

  test('nothing to forward needs no commands', () => {
    expect(commandsFor([], COMMAND_KINDS, 'en')).toEqual([])
  })

  test('the lines that undo name what the lines made', async () => {
    const rules = [rule(), rule({ name: 'web-2', externalPort: '6000-6002', internalPort: '7000-7002', protocol: 'udp' })]
    expect(undoLines('upnpc', rules)).toEqual([
      'upnpc -d 8443 TCP',
      'upnpc -d 6000 UDP',
      'upnpc -d 6001 UDP',
      'upnpc -d 6002 UDP',
    ])
    expect(undoLines('ufw', rules)).toEqual(['ufw delete allow 443/tcp', 'ufw delete allow 7000:7002/udp'])
    expect(undoLines('routeros', rules)).toEqual([
      '/ip firewall nat remove [find comment="web-1"]',
      '/ip firewall nat remove [find comment="web-2"]',
    ])
    const sections = (lines: readonly string[]) =>
      lines.flatMap((line) => /^uci (?:set|delete) (firewall\.\w+)(?:=redirect)?$/.exec(line)?.[1] ?? [])
    const made = sections(linesOf('openwrt-uci', rules))
    expect(made).toHaveLength(4)
    expect(sections(undoLines('openwrt-uci', rules))).toEqual(made)
  })
})
