import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lookAtFirewall } from '../../../../../src/home/computer/firewall/linux.ts'
import type { Network } from '../../../../../src/home/computer/network.ts'
import { type Recorded, recordedSources } from '../../../../support/home/recorded.ts'
import { ROOT } from '../../../../support/server.ts'

const ASKED = { port: 25565, protocol: 'tcp' } as const
const NETWORK: Network = {
  address: '192.168.1.10',
  address6: null,
  interface: 'eth0',
  vpn: false,
  gateways: { v4: null, v6: null },
}
const UFW = { '/etc/ufw/ufw.conf': '# comment\nENABLED=yes\nLOGLEVEL=low\n' }
const UFW_LINE = "ufw allow 25565/tcp comment 'doorstep-25565-tcp'"
const nftWith = (...items: unknown[]) => JSON.stringify({ nftables: items })
const chain = (family: string, policy: string, name = 'input') => ({
  chain: { family, table: 'filter', name, type: 'filter', hook: 'input', prio: 0, policy },
})
const XT = { rule: { family: 'ip', table: 'filter', chain: 'INPUT', expr: [{ xt: { type: 'match', name: 'conntrack' } }] } }
const fixture = (name: string) => readFileSync(join(ROOT, 'test', 'fixtures', 'home', name), 'utf8')

const look = (recorded: Recorded, network: Partial<Network> = {}, asked: { port: number; protocol: 'tcp' | 'udp' } = ASKED) =>
  lookAtFirewall(asked, { ...NETWORK, ...network }, recordedSources(recorded))

describe('a firewall whose rules can be read', () => {
  test('is judged by them, and the line is written for its own chain', async () => {
    const commands = { nft: nftWith(chain('inet', 'drop')) }
    const line = 'nft insert rule inet filter input tcp dport 25565 accept'
    expect(await look({ isRoot: true, commands })).toEqual({ kind: 'nftables', blocks: 'yes', line })
    expect(await look({ commands })).toEqual({ kind: 'nftables', blocks: 'yes', line: `sudo ${line}` })
  })

  test('is named by the program that writes them, with the line of that program', async () => {
    const commands = { nft: nftWith(chain('ip', 'drop', 'INPUT'), XT), 'iptables-save': fixture('ufw-iptables.txt') }
    const ufw = { isRoot: true, files: UFW, commands }
    expect(await look(ufw)).toEqual({ kind: 'ufw', blocks: 'yes', line: UFW_LINE })
    expect(await look(ufw, {}, { port: 8080, protocol: 'tcp' })).toEqual({ kind: 'ufw', blocks: 'no', line: null })
    const { 'iptables-save': _, ...silent } = commands
    expect(await look({ ...ufw, commands: silent })).toEqual({ kind: 'ufw', blocks: 'unknown', line: UFW_LINE })
  })
})

describe('without the right to read the rules', () => {
  test('there is certainly none where the kernel has no filter', async () => {
    const files = {
      '/proc/modules': 'ext4 1 2 - Live 0x0\nx_tables 1 1 nft_compat, Live 0x0\n',
      '/proc/sys/kernel/osrelease': '6.12.0\n',
      '/lib/modules/6.12.0/modules.builtin': 'kernel/fs/fuse/fuse.ko\n',
    }
    expect(await look({ files })).toBeNull()
    const unknown = { kind: 'unknown', blocks: 'unknown' as const, line: null }
    expect(await look({ files: { ...files, '/proc/modules': 'nf_tables 1 2 - Live 0x0\n' } })).toEqual(unknown)
    expect(await look({ files: { ...files, '/proc/modules': 'iptable_filter 1 2 - Live 0x0\n' } })).toEqual(unknown)
    const builtIn = { '/lib/modules/6.12.0/modules.builtin': 'kernel/net/netfilter/nf_tables.ko\n' }
    expect(await look({ files: { ...files, ...builtIn } })).toEqual(unknown)
    expect([await look({ files: { '/proc/modules': '' } }), await look({})]).toEqual([unknown, unknown])
  })

  describe('firewalld', () => {
    const zone = (changes: Record<string, string> = {}) => {
      const settings = {
        target: 'default',
        services: 'ssh',
        ports: '',
        protocols: '',
        'source-ports': '',
        'rich rules': '',
        ...changes,
      }
      const lines = Object.entries(settings).map(([key, value]) => `  ${key}: ${value}\n`)
      return {
        'firewall-cmd --state': 'running\n',
        'firewall-cmd --get-zone-of-interface=eth0': 'home\n',
        'firewall-cmd --zone=home --list-all': `home (active)\n${lines.join('')}`,
      }
    }
    const service = (name: string, port: string) => ({
      [`/usr/lib/firewalld/services/${name}.xml`]: `<?xml version="1.0"?>\n<service><short>X</short><port protocol="tcp" port="${port}"/></service>`,
    })
    const opens = '--zone=home --add-port=25565/tcp'
    const line = `sudo firewall-cmd ${opens} && sudo firewall-cmd --permanent ${opens}`

    test.each([
      ['nothing for it', {}, 'yes'],
      ['its port', { ports: '80/tcp 25565/tcp' }, 'no'],
      ['its port over UDP', { ports: '25565/udp' }, 'yes'],
      ['a range', { ports: '25000-26000/tcp' }, 'no'],
      ['a service', { services: 'ssh minecraft' }, 'no'],
      ['a service without a file', { services: 'ssh strange' }, 'unknown'],
      ['a zone that accepts', { target: 'ACCEPT' }, 'no'],
      ['a zone that drops', { target: 'DROP' }, 'yes'],
      ['a rich rule', { 'rich rules': '\n\trule family="ipv4" accept' }, 'unknown'],
    ] as const)('has %s', async (_, changes, blocks) => {
      const files = { ...service('ssh', '22'), ...service('minecraft', '25565') }
      expect(await look({ files, commands: zone(changes) })).toEqual({
        kind: 'firewalld',
        blocks,
        line: blocks === 'no' ? null : line,
      })
    })
  })
})
