import { existsSync } from 'node:fs'

/** This machine and a namespace are joined by a link; the links have 198.19.0.0/16, a /30 each, and 2001:db8:77::/48, a /64 each. */
const LINKS = 1 << 14
const END_TIMEOUT_MS = 5000
const END_POLL_MS = 10
const LISTEN_TIMEOUT_MS = 15_000
const LISTEN_POLL_MS = 20
/** TCP sockets that listen and UDP sockets, in the columns of /proc/net: number, own address with its port, peer, state. */
const LISTENING = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:0000 0[7A] /gm

export type Outcome = { stdout: string; stderr: string; exitCode: number }

interface Spawn {
  /** A file descriptor for its output; without one that is thrown away. */
  log?: number
  cwd?: string
}

/** A machine of its own as far as the network goes: it reaches this machine over one link and nothing else. */
export interface Namespace extends AsyncDisposable {
  readonly name: string
  /** Its own ends of the link. */
  readonly address4: string
  readonly address6: string
  /** This machine's ends. */
  readonly peer4: string
  readonly peer6: string
  /** The command that runs a command inside. */
  inside(command: readonly string[]): string[]
  /** Gives it further addresses. */
  addAddress(...addresses: string[]): Promise<void>
  exec(command: readonly string[]): Promise<Outcome>
  spawn(command: readonly string[], options?: Spawn): Bun.Subprocess
}

/** Runs a command to its end. */
export async function execute(command: readonly string[], options: { cwd?: string; input?: string } = {}): Promise<Outcome> {
  const { input, ...rest } = options
  const stdin = input === undefined ? 'ignore' : Buffer.from(input)
  const child = Bun.spawn([...command], { ...rest, stdin, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { stdout, stderr, exitCode }
}

/** Returns the output of a command; throws if it fails. */
export async function run(command: readonly string[], options: { cwd?: string; input?: string } = {}): Promise<string> {
  const { stdout, stderr, exitCode } = await execute(command, options)
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout
}

/** The namespaces of this process. */
const living = new Set<string>()
let made = 0

/** Returns the command that runs a command in a namespace. */
export const within = (name: string, command: readonly string[]) => ['ip', 'netns', 'exec', name, ...command]

/** Has ip do what these lines say in a namespace. */
export async function batch(name: string, lines: readonly string[]): Promise<void> {
  await run(['ip', '-n', name, '-batch', '-'], { input: lines.join('\n') })
}

export async function makeNamespace(): Promise<Namespace> {
  await sweep()
  const name = `doorstep-${process.pid}-${made++}`
  const children: Bun.Subprocess[] = []
  await using undo = new AsyncDisposableStack()
  living.add(name)
  undo.defer(() => void living.delete(name))
  await run(['ip', 'netns', 'add', name])
  undo.defer(async () => {
    await run(['ip', 'netns', 'del', name])
  })
  undo.defer(async () => {
    await endProcesses(name)
    await Promise.all(children.map((child) => child.exited))
  })
  const { link, slot } = await claimLink(name)
  undo.defer(async () => {
    await run(['ip', 'link', 'del', link])
  })
  const net4 = `198.19.${slot >> 6}`
  const net6 = `2001:db8:77:${slot.toString(16)}:`
  const first = (slot & 63) * 4
  const [peer4, address4, peer6, address6] = [`${net4}.${first + 1}`, `${net4}.${first + 2}`, `${net6}:1`, `${net6}:2`]
  const ends = (device: string, four: string, six: string) => [
    `addr add ${four}/30 dev ${device}`,
    `addr add ${six}/64 dev ${device} nodad`,
    `link set ${device} up`,
  ]
  await run(['ip', '-batch', '-'], { input: ends(link, peer4, peer6).join('\n') })
  await batch(name, ['link set lo up', ...ends('host', address4, address6), sends('host')])
  await run(['ip', ...sends(link).split(' ')])
  const owned = undo.move()
  const inside = (command: readonly string[]) => within(name, command)
  return {
    name,
    address4,
    address6,
    peer4,
    peer6,
    inside,
    async addAddress(...addresses) {
      await batch(
        name,
        addresses.map((address) => `addr add ${address}/${address.includes(':') ? '128' : '32'} dev lo nodad`),
      )
    },
    exec: (command) => execute(inside(command)),
    spawn(command, { log, ...rest } = {}) {
      const output = log ?? 'ignore'
      const child = Bun.spawn(inside(command), { ...rest, stdin: 'ignore', stdout: output, stderr: output })
      children.push(child)
      return child
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * Returns the line for ip after which a device of which both ends are up sends what it is given. Until the kernel has looked at its link it
 * would drop that; asked for this device alone, it looks.
 */
export function sends(device: string): string {
  return `link show dev ${device}`
}

/** Waits until something in the namespace listens on each of these ports, over TCP or UDP. */
export async function portsOpen({ exec }: Namespace, ports: readonly number[]): Promise<void> {
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].map((name) => `/proc/net/${name}`)
  for (const started = performance.now(); performance.now() - started < LISTEN_TIMEOUT_MS; await Bun.sleep(LISTEN_POLL_MS)) {
    const found = [...(await exec(['cat', ...tables])).stdout.matchAll(LISTENING)].map(([, port]) =>
      Number.parseInt(port ?? '', 16),
    )
    if (ports.every((port) => found.includes(port))) return
  }
  throw new Error(`nothing listens on one of the ports ${ports.join(', ')}`)
}

/** Claims a link that no other run has: making it is what claims it, also between processes. It is removed with its namespace. */
async function claimLink(name: string): Promise<{ link: string; slot: number }> {
  for (let tries = 0; tries < LINKS; tries++) {
    const slot = (process.pid + tries) % LINKS
    const link = `doorstep${slot}`
    const { exitCode, stderr } = await execute(`ip link add ${link} type veth peer name host netns ${name}`.split(' '))
    if (exitCode === 0) return { link, slot }
    if (!stderr.includes('File exists')) throw new Error(`no link into ${name}: ${stderr}`)
  }
  throw new Error('every link is taken')
}

async function processesIn(name: string): Promise<number[]> {
  const { stdout } = await execute(['ip', 'netns', 'pids', name])
  return stdout.split('\n').filter(Boolean).map(Number)
}

/** Ends every process inside, including those that a server has started, and waits until they are gone. */
export async function endProcesses(name: string): Promise<void> {
  for (let waited = 0; waited < END_TIMEOUT_MS; waited += END_POLL_MS) {
    const pids = await processesIn(name)
    if (pids.length === 0) return
    for (const pid of pids) kill(pid)
    await Bun.sleep(END_POLL_MS)
  }
  throw new Error(`processes live on in ${name}`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since.
  }
}

export const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** Removes what killed test runs have left. */
async function sweep(): Promise<void> {
  for (const line of (await run(['ip', 'netns', 'list'])).split('\n')) {
    const [, name, pid] = /^(doorstep-(\d+)-\d+)\b/.exec(line) ?? []
    if (name === undefined || living.has(name)) continue
    if (Number(pid) !== process.pid && isRunning(Number(pid))) continue
    await endProcesses(name)
    // Another process may be sweeping as well: the second one finds nothing to delete.
    await execute(['ip', 'netns', 'del', name])
  }
}
