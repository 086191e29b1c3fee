// The commands of a plan besides its rules, run unchanged: pinholes, relays, throwaway listeners, and the removal of rules.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedCatalogue } from '../../src/router/catalogue/load.ts'
import { portsOf } from '../../src/router/catalogue/ports.ts'
import { relayOf } from '../../src/router/plan/alternatives.ts'
import { commandsFor, pinholeCommands, undoLines } from '../../src/router/plan/commands.ts'
import { type Rule, rulesOf } from '../../src/router/plan/rules.ts'
import { labTest } from '../support/lab.ts'
import { execute } from '../support/net/namespace.ts'
import { formsOf } from '../support/router/plan-forms.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'

const DEVICE = '192.168.0.10'
const DEVICE6 = '2001:db8:1::10'
const PLANS = embeddedCatalogue()
  .useCases.map(({ id, ...useCase }) => ({ id, rules: rulesOf({ id, ...useCase }, DEVICE) }))
  .filter(({ rules }) => rules.length > 0)
const FORMS = formsOf(PLANS)
const portsIn = (rules: readonly Rule[]) =>
  rules.flatMap(({ internalPort, protocol }) => {
    const { first, last } = portsOf(internalPort)
    return Array.from({ length: last - first + 1 }, (_, index) => `${first + index}/${protocol}`)
  })
const alone = (lines: readonly string[]) => execute(['unshare', '--net', 'sh', '-eu'], { input: [...lines, ''].join('\n') })
function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'doorstep-ways-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Returns the file that a heredoc would write. */
const fileIn = (lines: readonly string[], name: string) => {
  const start = lines.indexOf(`cat > /etc/wireguard/${name} <<'END'`)
  expect([name, start >= 0]).toEqual([name, true])
  return lines.slice(start + 1, lines.indexOf('END', start))
}

describe('pinholes', () => {
  const needs = { programs: ['unshare', 'nsenter', 'ip', 'nft', 'sysctl', 'upnpc', 'miniupnpd'], root: true }
  const WEB = 'http://[2001:db8:1::1]:49999/rootDesc.xml'
  /** A router with IPv6 and a device behind it; the lines run on the device. */
  const home = (folder: string, lines: readonly string[]) => [
    `folder='${folder}'`,
    'unshare --net sleep 120 & device=$!',
    "trap 'kill $device $router' EXIT",
    'router=$device',
    'sleep 0.3',
    'on_device() { nsenter -t $device -n "$@"; }',
    'ip link add lan type veth peer name lan-end',
    'ip link add wan type veth peer name wan-end',
    'ip link set lan-end netns $device',
    'ip link set lan up; ip link set wan up; ip link set wan-end up',
    'ip addr add 192.168.0.1/24 dev lan; ip addr add 198.18.0.2/24 dev wan',
    'ip addr add 2001:db8:1::1/64 dev lan nodad; ip addr add 2001:db8:2::2/64 dev wan nodad',
    'on_device ip link set lan-end up',
    `on_device ip addr add ${DEVICE}/24 dev lan-end; on_device ip addr add ${DEVICE6}/64 dev lan-end nodad`,
    'sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1',
    'nft add table inet filter; nft add chain inet filter miniupnpd',
    "nft 'add chain inet filter pre { type nat hook prerouting priority -100; }'",
    "nft 'add chain inet filter post { type nat hook postrouting priority 100; }'",
    `printf '%s\\n' ext_ifname=wan ext_ifname6=wan ext_ip=9.9.9.9 listening_ip=lan http_port=49999 enable_upnp=yes secure_mode=no \\
      uuid=00000000-0000-4000-8000-000000000000 upnp_table_name=filter upnp_nat_table_name=filter upnp_forward_chain=miniupnpd \\
      upnp_nat_chain=pre upnp_nat_postrouting_chain=post 'allow 1-65535 192.168.0.0/24 1-65535' > "$folder/config"`,
    'miniupnpd -d -f "$folder/config" -P "$folder/pid" > "$folder/log" 2>&1 & router=$!',
    `upnpc() { on_device upnpc -u '${WEB}' "$@" > "$folder/out" || { cat "$folder/out"; return 1; }; }`,
    'for try in $(seq 50); do upnpc -6 -S > "$folder/try" 2>&1 && break; sleep 0.1; done',
    ...lines,
  ]
  const SHOW = ['echo opened', 'nft list chain inet filter miniupnpd']
  const PROTOCOLS: Record<string, string> = { '6': 'tcp', '11': 'udp' }
  const opened = (shown: string) =>
    [...shown.matchAll(/dport (\d+) @nh,192,128 0x(\w+) @nh,48,8 0x(\w+) accept/g)].map(([, port, address, protocol = '']) => {
      expect(address).toBe('20010db8000100000000000000000010')
      return `${port}/${PROTOCOLS[protocol]}`
    })

  labTest('a router opens the ports of a plan of every form to the device', needs, async () => {
    const few = FORMS.filter(({ rules }) => portsIn(rules).length <= 6)
    expect(few.length).toBeGreaterThan(10)
    // One router for all: each port once, whichever plans have it.
    const rules = [
      ...new Map(few.flatMap((plan) => plan.rules).map((rule) => [`${rule.internalPort}${rule.protocol}`, rule])).values(),
    ]
    const lines = pinholeCommands(rules, ['upnpc'], DEVICE6).flatMap((command) => command.lines)
    using folder = temporaryFolder()
    const { stdout, stderr, exitCode } = await alone(home(folder.path, [...lines, ...SHOW]))
    expect([exitCode, stderr.replaceAll(/^\[\d\].*$|^Terminated$/gm, '').trim()]).toEqual([0, ''])
    const open = portsIn(rules).filter((port) => Number.parseInt(port, 10) >= 1024)
    expect([...new Set(opened(stdout))].toSorted()).toEqual([...new Set(open)].toSorted())
    // A router refuses lower ports to a program that has not signed in, so they have no lines.
    expect(open.length).toBeLessThan(portsIn(rules).length)
  })

  labTest('nftables takes every line, in the order that lets it win', { programs: ['unshare', 'nft'], root: true }, async () => {
    const chain = [
      'nft add table inet filter',
      "nft 'add chain inet filter forward { type filter hook forward priority 0; policy drop; }'",
      "nft 'add rule inet filter forward drop'",
    ]
    for (const { id, rules } of FORMS) {
      const lines = pinholeCommands(rules, ['nftables'], DEVICE6).flatMap((command) => command.lines)
      const { stdout, stderr, exitCode } = await alone([...chain, ...lines, 'nft list chain inet filter forward'])
      expect([id, exitCode, stderr]).toEqual([id, 0, ''])
      const shown = stdout.split('\n').map((line) => line.trim())
      expect([id, shown.filter((line) => line.startsWith(`ip6 daddr ${DEVICE6} `)).length]).toEqual([id, rules.length])
      expect([id, shown.indexOf('drop') > shown.findLastIndex((line) => line.startsWith('ip6'))]).toEqual([id, true])
    }
  })
})

describe('a relay of one’s own', () => {
  const devices = [DEVICE, '10.66.0.20', null]
  const ends = FORMS.map(({ id, rules }, index) => {
    const internalIp = devices[index % devices.length] ?? null
    return { id, rules, internalIp, relay: relayOf(rules, internalIp) }
  })

  labTest('nftables takes the rules of both ends', { programs: ['unshare', 'nft'], root: true }, async () => {
    for (const { id, rules, internalIp, relay } of ends) {
      const files = [fileIn(relay.server, 'relay.nft'), fileIn(relay.home, 'relay.nft')]
      const load = files.flatMap((lines) => [
        "nft -f - <<'END'",
        ...lines,
        'END',
        'nft list table ip relay',
        'nft delete table ip relay',
      ])
      const { stdout, stderr, exitCode } = await alone(load)
      expect([id, exitCode, stderr]).toEqual([id, 0, ''])
      expect([id, stdout.split(' dnat to ').length - 1]).toEqual([id, rules.length])
      expect([id, stdout.includes('tcp dport 22 ')]).toEqual([id, false])
      if (internalIp !== null) expect([id, stdout.includes(` ${internalIp}`)]).toEqual([id, true])
    }
  })

  labTest('WireGuard takes the configuration of both ends', { programs: ['wg-quick', 'wg'], root: true }, async () => {
    for (const { id, relay } of ends)
      for (const lines of [fileIn(relay.server, 'wg0.conf'), fileIn(relay.home, 'wg0.conf')]) {
        using folder = temporaryFolder()
        const config = join(folder.path, 'wg0.conf')
        writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 })
        const { stdout, stderr, exitCode } = await execute(['wg-quick', 'strip', config])
        expect([id, exitCode, stderr]).toEqual([id, 0, ''])
        expect(stdout).toMatch(/^\[Interface\]\n[\s\S]*\[Peer\]\nPublicKey = /)
        expect(stdout).not.toMatch(/PostUp|Address = 10/)
      }
  })

  test('both ends speak of the same tunnel, which is not the network of the device', () => {
    for (const { id, internalIp, relay } of ends) {
      const [server, home] = [fileIn(relay.server, 'wg0.conf').join('\n'), fileIn(relay.home, 'wg0.conf').join('\n')]
      const [, port] = /ListenPort = (\d+)/.exec(server) ?? []
      expect([id, home.includes(`Endpoint = SERVER_ADDRESS:${port}\n`)]).toEqual([id, true])
      const [, network = ''] = /Address = (\d+\.\d+\.\d+)\.1\/24/.exec(server) ?? []
      expect([id, home.includes(`Address = ${network}.2/24`), internalIp?.startsWith(`${network}.`) ?? false]).toEqual([
        id,
        true,
        false,
      ])
      expect([id, server.includes(`${network}.2/32`)]).toEqual([id, true])
      // No key is in an answer, and the tunnel does not take the port that it is to carry.
      expect([id, /PrivateKey|PresharedKey/.test(server + home)]).toEqual([id, false])
      expect([id, relay.server.join('\n').includes(`udp dport ${port} `)]).toEqual([id, false])
    }
  })
})

describe('is anything listening?', () => {
  const needs = { programs: ['unshare', 'ip', 'ss', 'python3'], root: true }
  /** Debian's own, not that of a version manager. */
  const debian = (line: string) => line.replace(/^python3 /, '/usr/bin/python3 ')
  const ASK = {
    tcp: 'python3 -c "import socket; socket.create_connection((\'127.0.0.1\', 25565), 5)"',
    udp: "python3 -c \"import socket; s = socket.socket(2, 2); s.settimeout(5); s.sendto(b'x', ('127.0.0.1', 25565)); print(s.recv(9))\"",
  }

  labTest('the check sees the throwaway listener, which answers once and ends', needs, async () => {
    await using server = await startServer({})
    for (const protocol of ['tcp', 'udp'] as const) {
      const request = { ports: [{ port: 25_565, protocol }], routerBrand: 'asus', platform: 'linux' }
      const { listening } = await bodyOf(await postTool(server.url, 'port-forward-plan', request))
      const [{ check, listener }] = listening
      const lines = [
        'ip link set lo up',
        `${check}; echo before`,
        `${debian(listener)} & listener=$!`,
        'sleep 1',
        check,
        debian(ASK[protocol]),
        'wait $listener',
        'echo ended',
      ]
      const { stdout, stderr, exitCode } = await alone(lines)
      expect([protocol, exitCode, stderr]).toEqual([protocol, 0, ''])
      const [before = '', after = ''] = stdout.split('before')
      expect([protocol, before.includes(':25565'), after.includes(':25565'), stdout.endsWith('ended\n')]).toEqual([
        protocol,
        false,
        true,
        true,
      ])
    }
  })
})

labTest('the way back: nftables is as it was', { programs: ['unshare', 'nft'], root: true }, async () => {
  for (const { id, rules } of PLANS.slice(0, 10)) {
    const lines = [...commandsFor(rules, ['nftables'], 'en').flatMap((one) => one.lines), 'nft list tables', 'echo undone']
    const { stdout, exitCode } = await alone([...lines, ...undoLines('nftables', rules), 'nft list tables'])
    expect([id, exitCode, stdout]).toEqual([id, 0, 'table ip doorstep\nundone\n'])
  }
})
