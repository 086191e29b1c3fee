// An internet in a box, as far as names go: real name servers and resolvers in a namespace with no way out. Each zone in lab/zones says
// what it is for; lab/zones.ts says where they are served.

import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { programPath } from '../lab.ts'
import { isRunning, makeNamespace, type Namespace, run } from '../net/namespace.ts'
import { type Server, startServer } from '../server.ts'
import { shared } from '../shared.ts'
import { ADDRESSES, DEAD_ADDRESS, PLANS, type Role } from './lab/configs.ts'
import { SIGNED, withSerial, writeZones, type ZoneFolders, zoneFile, zoneText } from './lab/zones.ts'

const READY_TIMEOUT_MS = 10_000
const READY_POLL_MS = 10
const LOG_SHOWN_CHARS = 4000

interface NameServer {
  readonly role: Role
  readonly pid: number
  /** Runs the program that controls it. */
  control(program: 'knotc' | 'unbound-control', ...args: string[]): Promise<void>
}

/** Starts a server, and waits until it answers at each of its addresses. */
async function startNameServer(namespace: Namespace, role: Role, root: string, zones: ZoneFolders): Promise<NameServer> {
  const plan = PLANS[role]
  const folder = join(root, `server-${role}`)
  mkdirSync(join(folder, 'database'), { recursive: true })
  const [config, log] = [join(folder, 'config'), join(folder, 'log')]
  writeFileSync(config, plan.config({ addresses: ADDRESSES[role], folder, zones }))
  const descriptor = openSync(log, 'a')
  const command = [programPath(plan.program) ?? plan.program, ...plan.args(config)]
  const child = namespace.spawn(command, { log: descriptor, cwd: folder })
  closeSync(descriptor)
  const failed = (how: string) =>
    new Error(`${plan.program} (${role}) ${how}:\n${readFileSync(log, 'utf8').slice(-LOG_SHOWN_CHARS)}`)
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (const address of ADDRESSES[role]) {
    while (!(await answers(namespace, address, plan.question))) {
      if (child.exitCode !== null || child.signalCode !== null) throw failed('has ended')
      if (performance.now() > deadline) throw failed(`does not answer at ${address}`)
      await Bun.sleep(READY_POLL_MS)
    }
  }
  return {
    role,
    pid: child.pid,
    async control(program, ...args) {
      const socket = program === 'knotc' ? ['-s', join(folder, 'control'), '-b'] : ['-c', config]
      await run([programPath(program) ?? program, ...socket, ...args])
    },
  }
}

async function answers(namespace: Namespace, address: string, question: readonly string[]): Promise<boolean> {
  const { stdout, exitCode } = await namespace.exec(['dig', `@${address}`, ...question, '+short', '+tries=1', '+time=1'])
  return exitCode === 0 && stdout !== '' && !stdout.startsWith(';')
}

/** Its folder has this name, the process id of the test run and something random. */
const FOLDER_PREFIX = 'doorstep-dns-'

/** The needs of a labTest that uses it. */
export const DNS_LAB_NEEDS = {
  programs: ['ip', 'nsd', 'knotd', 'knotc', 'unbound', 'unbound-control', 'dnsmasq', 'ldns-keygen', 'ldns-signzone', 'dig'],
  root: true,
}

export interface DnsLab extends AsyncDisposable {
  readonly namespace: Namespace
  /** The folder of its files and logs. */
  readonly folder: string
  readonly resolvers: { validating: string; otherView: string; plain: string }
  readonly authorities: { primary: string }
  /** Replaces all records of an unsigned zone, under a new serial; both its servers, or the primary alone, serve it afterwards. */
  setZone(zone: string, text: string, options?: { only?: 'primary' }): Promise<void>
  /** The zone as it is shipped. */
  zoneText(zone: string): string
  /** Empties the caches of all resolvers. */
  flush(): Promise<void>
  /** Returns the output of dig inside. */
  dig(...args: string[]): Promise<string>
  /** doorstep inside, with the lab's resolvers and leave to reach the lab's addresses. */
  startDoorstep(options?: { args?: string[]; command?: readonly string[] }): Promise<Server>
}

const DOORSTEP_FLAGS = [
  '--resolvers',
  `main=${ADDRESSES.validating[0]},view=${ADDRESSES.otherView[0]},plain=${ADDRESSES.plain[0]}`,
  '--allow-targets',
  '198.18.0.0/15,2001:db8::/32',
]

async function startDnsLab(): Promise<DnsLab> {
  await using undo = new AsyncDisposableStack()
  const folder = makeFolder()
  undo.defer(() => rmSync(folder, { recursive: true }))
  const namespace = undo.use(await makeNamespace())
  const zones = await writeZones(folder)
  await namespace.addAddress(...Object.values(ADDRESSES).flat(), DEAD_ADDRESS)
  const start = (role: Role) => startNameServer(namespace, role, folder, zones)
  // A resolver that starts before the servers that it asks would remember that they were not there.
  const [, primary, secondary] = await Promise.all([start('root'), start('primary'), start('secondary')])
  const [validating, plain, view] = await Promise.all([start('validating'), start('plain'), start('otherView')])
  const changes = new Map<string, number>()
  const owned = undo.move()
  return {
    namespace,
    folder,
    resolvers: { validating: ADDRESSES.validating[0], otherView: ADDRESSES.otherView[0], plain: ADDRESSES.plain[0] },
    authorities: { primary: ADDRESSES.primary[0] },
    zoneText,
    async setZone(zone, text, { only } = {}) {
      if (SIGNED.some((signed) => signed.zone === zone)) throw new Error(`${zone} is signed`)
      const change = (changes.get(zone) ?? 0) + 1
      changes.set(zone, change)
      const served = withSerial(text, 1 + change)
      await Promise.all(
        [primary, secondary].slice(0, only === 'primary' ? 1 : 2).map(async (server) => {
          writeFileSync(join(zones[server === primary ? 'primary' : 'secondary'], zoneFile(zone)), served)
          await server.control('knotc', 'zone-reload', zone)
        }),
      )
    },
    async flush() {
      await Promise.all(
        [validating, plain].map(async (resolver) => {
          await resolver.control('unbound-control', 'flush_zone', '.')
          await resolver.control('unbound-control', 'flush_infra', 'all')
        }),
      )
      // Behind the other: it must not fill itself from what is being emptied.
      process.kill(view.pid, 'SIGHUP')
    },
    dig: async (...args) => (await namespace.exec(['dig', ...args])).stdout,
    startDoorstep({ args = [], command = PROGRAM } = {}) {
      return startServer({ command: namespace.inside(command), args: [...DOORSTEP_FLAGS, ...args], host: namespace.address4 })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns the lab of a test file: it starts when a test first asks for it, and ends after the last test. */
export const dnsLabOfFile = (): (() => Promise<DnsLab>) => shared(startDnsLab)

/** Makes a folder in the system's temporary one, where those of killed test runs are removed. */
function makeFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  return mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
}
