// The command lines of plans of every form are given unchanged to the program that it is for, and the effect is compared.

import { describe, expect } from 'bun:test'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedCatalogue } from '../../src/router/catalogue/load.ts'
import { portsOf } from '../../src/router/catalogue/ports.ts'
import { type CommandKind, commandsFor } from '../../src/router/plan/commands.ts'
import { type Rule, rulesOf } from '../../src/router/plan/rules.ts'
import { labTest, programPath } from '../support/lab.ts'
import { execute, makeNamespace, type Outcome } from '../support/net/namespace.ts'
import { formsOf } from '../support/router/plan-forms.ts'
import { shared } from '../support/shared.ts'

const UPNP_ROUTER_PROGRAMS = ['ip', 'nft', 'sysctl', 'upnpc', 'miniupnpd']

const ROUTER = '192.168.0.1'
const CONTROL_PORT = 49_999
const READY_TRIES = 100
const READY_POLL_MS = 100
/** A shortcut for lines that look for the router, which takes seconds each time. The lines stay unchanged. */
const KNOWN_ROUTER = `upnpc() { command upnpc -u http://${ROUTER}:${CONTROL_PORT}/rootDesc.xml "$@"; }`

const SETUP = [
  'ip link add lan type veth peer name lan-end',
  'ip link set lan-end up',
  `ip addr add ${ROUTER}/24 dev lan`,
  'ip link set lan up',
  'ip route add 239.0.0.0/8 dev lan',
  'sysctl -qw net.ipv4.ip_forward=1',
  'nft add table inet filter',
  "nft 'add chain inet filter miniupnpd'",
  "nft 'add chain inet filter prerouting_miniupnpd { type nat hook prerouting priority -100; }'",
  "nft 'add chain inet filter postrouting_miniupnpd { type nat hook postrouting priority 100; }'",
]
const CONFIG = [
  'ext_ifname=host',
  // The router's description of itself; it would not forward at a private address.
  'ext_ip=9.9.9.9',
  'listening_ip=lan',
  `http_port=${CONTROL_PORT}`,
  'enable_upnp=yes',
  'enable_natpmp=no',
  'secure_mode=no',
  'uuid=00000000-0000-4000-8000-000000000000',
  'upnp_table_name=filter',
  'upnp_nat_table_name=filter',
  'upnp_forward_chain=miniupnpd',
  'upnp_nat_chain=prerouting_miniupnpd',
  'upnp_nat_postrouting_chain=postrouting_miniupnpd',
  'allow 1-65535 192.168.0.0/24 1-65535',
  '',
]

/** A port that is forwarded: protocol in capitals, target as address:port. */
type Mapping = { protocol: string; external: number; target: string; name: string }

/** A router at 192.168.0.1 that obeys UPnP, in a namespace of its own. */
interface UpnpRouter extends AsyncDisposable {
  /** Runs lines as a shell on its network would; the first that fails ends them. */
  run(lines: readonly string[]): Promise<Outcome>
  /** Runs lines, but the router has to be found first. */
  discover(lines: readonly string[]): Promise<Outcome>
  mappings(): Promise<Mapping[]>
  /** Removes all mappings. */
  forget(): Promise<void>
}

async function startUpnpRouter(): Promise<UpnpRouter> {
  await using undo = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-upnp-'))
  undo.defer(() => rmSync(folder, { recursive: true }))
  const machine = undo.use(await makeNamespace())
  const discover = (lines: readonly string[]) => machine.exec(['sh', '-euc', lines.join('\n')])
  const run = (lines: readonly string[]) => discover([KNOWN_ROUTER, ...lines])
  const must = async (lines: readonly string[]) => {
    const { exitCode, stderr, stdout } = await run(lines)
    if (exitCode !== 0) throw new Error(`${stderr}${stdout}`)
    return stdout
  }
  await must(SETUP)
  const [config, logFile] = [join(folder, 'config'), join(folder, 'log')]
  writeFileSync(config, CONFIG.join('\n'))
  const log = openSync(logFile, 'w')
  machine.spawn([programPath('miniupnpd') ?? '', '-d', '-f', config, '-P', join(folder, 'pid')], { log })
  closeSync(log)
  for (let tries = 0; (await run(['upnpc -s'])).exitCode !== 0; tries++) {
    if (tries === READY_TRIES) throw new Error(`the router does not answer: ${readFileSync(logFile, 'utf8')}`)
    await Bun.sleep(READY_POLL_MS)
  }
  const mappings = async () => {
    const listed = (await must(['upnpc -l'])).matchAll(/^ *\d+ (TCP|UDP) +(\d+)->(\S+) +'(\S*)'/gm)
    return [...listed].map(([, protocol = '', external, target = '', name = '']) => {
      return { protocol, external: Number(external), target, name }
    })
  }
  const owned = undo.move()
  return {
    run,
    discover,
    mappings,
    async forget() {
      const lines = (await mappings()).map(({ external, protocol }) => `upnpc -d ${external} ${protocol}`)
      await must(lines)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const DEVICE = '192.168.0.10'
const PLANS = embeddedCatalogue()
  .useCases.map(({ id, ...useCase }) => ({ id, rules: rulesOf({ id, ...useCase }, DEVICE) }))
  .filter(({ rules }) => rules.length > 0)
const SHIFTED: Rule = {
  name: 'shifted',
  externalPort: '6000-6002',
  internalPort: '7000-7002',
  protocol: 'tcp',
  internalIp: DEVICE,
  required: true,
}
const SAMPLE: Rule = { ...SHIFTED, name: 'sample', externalPort: '8443', internalPort: '443' }

const FORMS = formsOf(PLANS)

function linesOf(kind: CommandKind, rules: readonly Rule[]): string[] {
  return commandsFor(rules, [kind], 'en').flatMap(({ lines }) => lines)
}

/** Runs lines as a shell would, but without a network or a firewall outside their own namespace. */
const runAlone = (lines: readonly string[]) => execute(['unshare', '--net', 'sh', '-euf'], { input: [...lines, ''].join('\n') })

describe('nftables', () => {
  const needs = { programs: ['unshare', 'nft'], root: true }

  labTest('the kernel takes the rules of every form and holds what the plan says', needs, async () => {
    for (const { id, rules } of [...FORMS, { id: 'shifted', rules: [SHIFTED] }]) {
      const lines = linesOf('nftables', rules)
      const { stdout, stderr, exitCode } = await runAlone([...lines, 'nft --json list table ip doorstep'])
      expect([id, exitCode, stderr]).toEqual([id, 0, ''])
      expect([id, natRules(stdout)]).toEqual([id, id === 'shifted' ? shiftedNat() : rules.map(asNat)])
    }
  })

  type Numbers = number | { range: [number, number] }
  interface Nat {
    protocol: string
    port: Numbers
    addr: string
    to: Numbers | null
    comment: string
    iifname: string
  }

  const numbers = (text: string): Numbers => {
    const { first, last } = portsOf(text)
    return first === last ? first : { range: [first, last] }
  }

  function asNat({ name, protocol, externalPort, internalPort, internalIp }: Rule): Nat {
    const to = externalPort.includes('-') ? null : numbers(internalPort)
    return { protocol, port: numbers(externalPort), addr: internalIp, to, comment: name, iifname: 'wan' }
  }

  const shiftedNat = () =>
    [0, 1, 2].map((index) => asNat({ ...SHIFTED, externalPort: String(6000 + index), internalPort: String(7000 + index) }))

  function natRules(json: string): Nat[] {
    const { nftables } = JSON.parse(json)
    return nftables.flatMap(({ rule }: { rule?: { comment: string; expr: Record<string, Nft>[] } }) => {
      if (!rule) return []
      const [interfaces, ports, target] = rule.expr
      expect(interfaces?.match?.left).toEqual({ meta: { key: 'iifname' } })
      const { protocol, field } = ports?.match?.left.payload ?? {}
      expect(field).toBe('dport')
      const { addr, port } = target?.dnat ?? {}
      const iifname = interfaces?.match?.right
      return [{ protocol, port: ports?.match?.right, addr, to: port ?? null, comment: rule.comment, iifname }]
    })
  }

  interface Nft {
    left: { payload?: { protocol: string; field: string }; meta?: { key: string } }
    right: unknown
    addr?: string
    port?: Numbers
  }
})

describe('ufw', () => {
  const needs = { programs: ['unshare', 'ufw', 'iptables'], root: true }
  const dryRun = (line: string) => runAlone([line.replace(/^ufw /, 'ufw --dry-run ')])

  labTest('takes a line of every form and would let in what the plan says', needs, async () => {
    const asked = new Map(
      FORMS.flatMap(({ rules }) => {
        const lines = linesOf('ufw', rules)
        expect(lines).toHaveLength(rules.length)
        return rules.map((rule, index) => [lines[index] ?? '', rule] as const)
      }),
    )
    for (const [line, { name, protocol, internalPort }] of asked) {
      const { stdout, stderr, exitCode } = await dryRun(line)
      expect([line, exitCode, stderr]).toEqual([line, 0, ''])
      const comment = Buffer.from(name).toString('hex')
      const ports = internalPort.replace('-', ':')
      expect(stdout).toContain(`### tuple ### allow ${protocol} ${ports} 0.0.0.0/0 any 0.0.0.0/0 in comment=${comment}\n`)
    }
  })
})

describe('upnpc', () => {
  const needs = { programs: UPNP_ROUTER_PROGRAMS, root: true }
  /** The router takes longer with every port that it has: this many, one more than is written out line by line, represent a long range. */
  const LONG_RANGE = 17
  const router = shared(startUpnpRouter)

  /** Returns each port of a rule as the router has it. */
  function asMappings({ name, protocol, externalPort, internalPort, internalIp }: Rule): Mapping[] {
    const [{ first, last }, inner] = [portsOf(externalPort), portsOf(internalPort)]
    return Array.from({ length: last - first + 1 }, (_, index) => ({
      protocol: protocol.toUpperCase(),
      external: first + index,
      target: `${internalIp}:${inner.first + index}`,
      name,
    }))
  }

  function shortened(rule: Rule): Rule {
    const { first, last } = portsOf(rule.externalPort)
    if (last - first < LONG_RANGE) return rule
    const range = `${first}-${first + LONG_RANGE - 1}`
    expect(rule.internalPort).toBe(rule.externalPort)
    return { ...rule, externalPort: range, internalPort: range }
  }

  const sorted = (mappings: readonly Mapping[]) => mappings.map((mapping) => JSON.stringify(mapping)).toSorted()

  labTest('a router forwards what a plan of every form says', needs, async () => {
    const { run, mappings, forget } = await router()
    for (const { id, rules } of [...FORMS, { id: 'shifted', rules: [SHIFTED] }]) {
      const short = rules.map(shortened)
      const { stderr, exitCode } = await run(linesOf('upnpc', short))
      expect([id, exitCode, stderr]).toEqual([id, 0, ''])
      expect([id, sorted(await mappings())]).toEqual([id, sorted(short.flatMap(asMappings))])
      await forget()
    }
  })

  labTest('a line finds the router by itself', needs, async () => {
    const { discover, mappings, forget } = await router()
    const { stdout, exitCode } = await discover(linesOf('upnpc', [SAMPLE]))
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('8443 TCP is redirected to internal 192.168.0.10:443')])
    expect(await mappings()).toEqual(asMappings(SAMPLE))
    await forget()
  })
})
