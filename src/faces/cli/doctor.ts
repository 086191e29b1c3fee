import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { describeData } from '../../ipdata/lookup.ts'
import { type Abilities, ECHO_REMEDIES, findAbilities } from '../../net/abilities.ts'
import { resolverOf } from '../../net/dns/resolvers.ts'
import { isOld, updateCommand } from '../../operations/opening/data-age.ts'
import { openData } from '../../operations/opening/files.ts'
import { joinedBy } from '../../platform/misfit.ts'
import { blockText } from '../../policy/address.ts'
import type { Config } from '../../settings/options.ts'
import { socketFileOf } from '../../settings/parse.ts'
import type { Environment } from '../../settings/read.ts'
import { doctorText } from './doctor.text.ts'
import { jsonText, type Printed, printed } from './output.ts'
import type { VerbLine } from './verb.ts'

interface Finding {
  readonly id: string
  readonly name: string
  /** "limited": it works, but not as well as it could; "no": something cannot be checked. */
  readonly status: 'ok' | 'limited' | 'no'
  readonly finding: string
  readonly remedy: string | null
}

type SayFinding = Say<typeof doctorText.en>
type Verdict = readonly [status: Finding['status'], finding: string, remedy?: string]

/** `doorstep doctor`: what this machine can check, and the commands that would change it. It sends nothing. */
export function doctor(line: VerbLine): Printed {
  const { config } = line.settings()
  const checks = examine(config, line.environment, line.locale)
  return printed(line.on.has('json') ? jsonText({ checks }) : findingsText(checks))
}

function examine(config: Config, environment: Environment, locale: Locale): Finding[] {
  const say = sayIn(doctorText, locale)
  const abilities = findAbilities()
  const verdicts = {
    ping: pingOf(abilities, say),
    trace: traceOf(abilities, say),
    ipv4: routeOf(abilities, 4, say),
    ipv6: routeOf(abilities, 6, say),
    resolvers: resolversOf(config, say),
    port: portOf(config, say),
    data: dataOf(config, say, locale),
    proxies: proxiesOf(config, say),
    'http-proxy': httpProxyOf(environment, say),
    files: filesOf(say),
    memory: memoryOf(say),
    server: serverOf(config, say),
  }
  return Object.entries(verdicts).flatMap(([id, verdict]) => {
    if (verdict === null) return []
    const [status, finding, remedy = null] = verdict
    // A seam: each of them has a name.
    return [{ id, name: say(`${id as keyof typeof verdicts}-name`), status, finding, remedy }]
  })
}

function traceOf({ hearsRouters }: Abilities, say: SayFinding): Verdict {
  return hearsRouters ? ['ok', say('trace-ok')] : ['no', say('trace-no'), say('trace-remedy')]
}

function pingOf({ hearsRouters, echo }: Abilities, say: SayFinding): Verdict {
  if (!hearsRouters) return ['no', say('trace-no'), say('trace-remedy')]
  const families = ([4, 6] as const).filter((version) => echo[version] !== null)
  if (families.length === 0) return ['no', say('ping-no'), ECHO_REMEDIES.sysctl]
  const sockets = echo[4] === 'raw' || echo[6] === 'raw' ? say('raw-sockets') : say('ping-sockets')
  return ['ok', say('ping-ok', { sockets, families: families.map((version) => `IPv${version}`).join(', ') })]
}

function routeOf({ hearsRouters, source }: Abilities, version: 4 | 6, say: SayFinding): Verdict {
  const address = source[version]
  const remedy = say('route-remedy', { family: `IPv${version}`, option: `-${version}` })
  if (!hearsRouters) return ['limited', say('unknown'), say('trace-remedy')]
  return address === null ? ['no', say('route-no'), remedy] : ['ok', say('route-ok', { source: address })]
}

function resolversOf({ resolvers }: Config, say: SayFinding): Verdict {
  const list = resolvers.map((setting, index) => {
    const addresses = resolverOf(setting, index)
      .endpoints()
      .map(({ address }) => address)
    return `${setting.id} ${addresses.join(' ')}`
  })
  const isMissing =
    resolvers.some(({ endpoint }) => endpoint === 'system') && !/^\s*nameserver\s+\S/m.test(readText('/etc/resolv.conf'))
  return isMissing
    ? ['limited', say('resolvers-missing', { list: list.join(', ') }), say('resolvers-remedy')]
    : ['ok', say('resolvers-are', { list: list.join(', ') })]
}

function portOf({ host, port }: Config, say: SayFinding): Verdict {
  const file = socketFileOf(host)
  if (file !== null)
    return mayWriteBeside(file) ? ['ok', say('file-ok', { file })] : ['no', say('file-no', { file }), say('file-remedy')]
  const lowest = lowestPort()
  if (port === 0 || port >= lowest) return ['ok', say('ports-ok', { port, lowest })]
  return [
    'no',
    say('ports-no', { port, lowest }),
    say('either', {
      unit: 'AmbientCapabilities=CAP_NET_BIND_SERVICE',
      command: `sysctl -w net.ipv4.ip_unprivileged_port_start=${port}`,
    }),
  ]
}

function dataOf(config: Config, say: SayFinding, locale: Locale): Verdict {
  const ipdata = openData(config)
  const { datasets } = describeData(ipdata)
  const commandFor = (ids: readonly string[]) => updateCommand(ids, config.dataDir)
  if (ipdata.dirFaults.length > 0)
    return ['limited', say('data-broken', { faults: joinedBy('; ', ipdata.dirFaults)[locale] }), commandFor(['city']) ?? '']
  const finding = datasets.map(({ id, ageDays }) => say('data-age', { id, days: ageDays })).join(', ')
  const old = datasets.filter((dataset) => isOld(dataset, Date.now()))
  if (old.length === 0) return ['ok', finding]
  // Those that a setting names are for the operator to replace.
  if (old.every(({ replaced }) => replaced)) return ['limited', finding, say('data-remedy-file')]
  const command = commandFor(old.filter(({ replaced }) => !replaced).map(({ id }) => id))
  return ['limited', finding, command === null ? say('data-remedy-newer') : say('data-remedy', { command })]
}

function proxiesOf({ trustedProxies, clientIpHeader }: Config, say: SayFinding): Verdict {
  const { blocks, unix } = trustedProxies
  if (blocks.length === 0 && !unix) return ['ok', say('proxies-none'), say('proxies-remedy')]
  const list = [...blocks.map(({ network, prefix }) => blockText(network, prefix)), ...(unix ? ['unix'] : [])].join(', ')
  return ['ok', say('proxies-trusted', { header: clientIpHeader, list })]
}

const PROXY_VARIABLES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']

function httpProxyOf(environment: Environment, say: SayFinding): Verdict | null {
  const variable = PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]).find((name) => environment[name])
  return variable === undefined ? null : ['ok', say('http-proxy-set', { variable })]
}

const FILES_ENOUGH = 4096

function filesOf(say: SayFinding): Verdict {
  const count = openFilesMax()
  if (count === null) return ['ok', say('unknown')]
  return count < FILES_ENOUGH
    ? ['limited', say('files-few', { count }), say('either', { unit: 'LimitNOFILE=65536', command: 'ulimit -n 65536' })]
    : ['ok', say('files-are', { count })]
}

const MEMORY_NEEDED_MIB = 128

function memoryOf(say: SayFinding): Verdict {
  const count = Math.floor(process.availableMemory() / MIB)
  if (count >= MEMORY_NEEDED_MIB) return ['ok', say('memory-is', { count })]
  return ['limited', say('memory-little', { count, needed: MEMORY_NEEDED_MIB }), say('memory-remedy')]
}

function serverOf({ server }: Config, say: SayFinding): Verdict {
  if (server) return ['ok', say('server-is', { server: server.href })]
  return ['limited', say('server-none'), say('server-remedy')]
}

const MARKS = { ok: '✓', limited: '!', no: '✗' } as const

function findingsText(checks: readonly Finding[]): string {
  const width = Math.max(...checks.map(({ name }) => Bun.stringWidth(name)))
  const lines = checks.flatMap(({ status, name, finding, remedy }) => [
    `${MARKS[status]} ${name}${' '.repeat(width - Bun.stringWidth(name))}  ${finding}`,
    ...(remedy === null ? [] : [`${' '.repeat(width + MARGIN)}> ${remedy}`]),
  ])
  return lines.map((line) => `${line}\n`).join('')
}

/** Width of the mark and of the gaps beside the name. */
const MARGIN = 4

/** Below this number, ports are for privileged programs, unless the kernel is told otherwise. */
const PRIVILEGED_BELOW = 1024
/** In the mask of capabilities of a process (linux/capability.h). */
const CAP_NET_BIND_SERVICE = 10n

/** Returns the lowest port that this process may listen on, as far as the system says. */
function lowestPort(): number {
  const mask = /^CapEff:\s*([0-9a-f]+)$/m.exec(readText('/proc/self/status'))?.[1]
  if (process.platform === 'win32' || (mask !== undefined && (BigInt(`0x${mask}`) >> CAP_NET_BIND_SERVICE) & 1n)) return 1
  const first = readText('/proc/sys/net/ipv4/ip_unprivileged_port_start').trim()
  return /^\d+$/.test(first) ? Math.max(1, Number(first)) : PRIVILEGED_BELOW
}

function mayWriteBeside(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function openFilesMax(): number | null {
  const limit = /^Max open files +(\d+)/m.exec(readText('/proc/self/limits'))?.[1]
  return limit === undefined ? null : Number(limit)
}

const MIB = 1024 * 1024

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
