import { closeSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { posix, win32 } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import { sourceToInternet } from '../../net/abilities.ts'
import type { Gateway } from '../../policy/gateway.ts'

const FILE_BYTES = 4 << 20
const OUTPUT_BYTES = 8 << 20
const CHUNK_BYTES = 64 << 10
const COMMAND_MS = 3000
const LEFTOVER_MS = 200
const PLATFORMS = ['linux', 'darwin', 'win32'] as const
/** Folders of the system's commands that not every user has on the PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']
/** Those that only root can write to, and the only ones from which root runs anything. */
const ROOT_FOLDERS = ['/usr/sbin', '/usr/bin', '/sbin', '/bin']

export interface OwnAddress {
  readonly interface: string
  readonly address: string
  /** The bits of its network. */
  readonly prefix: number
}

/** The ways to learn of this computer: its files and its commands. Recorded ones take their place in tests. */
export interface Sources {
  readonly platform: 'linux' | 'darwin' | 'win32' | 'other'
  /** Whether commands run with all rights. */
  readonly isRoot: boolean
  /** Returns a file, of a longer one the first 4 MiB; null if it cannot be read. */
  read(path: string): string | null
  /** Returns the names in a folder; none if it cannot be read. */
  list(path: string): readonly string[]
  /** Returns the destination of a link; null if it cannot be read. */
  link(path: string): string | null
  /** Returns what a command prints in the language C, within 3 seconds unless told otherwise; null if it fails. */
  run(command: string, args: readonly string[], timeoutMs?: number): Promise<string | null>
  addresses(): readonly OwnAddress[]
  /** Returns the address that packets to the internet have; nothing is sent. Null without a route, or where it cannot be told. */
  source(version: 4 | 6): string | null
}

const MACHINE: Pick<Sources, 'platform' | 'isRoot'> = {
  platform: PLATFORMS.find((name) => name === process.platform) ?? 'other',
  isRoot: process.getuid?.() === 0,
}

export function machineSources(): Sources {
  return {
    ...MACHINE,
    read: (path) => quietly(() => readStart(path), null),
    list: (path) => quietly(() => readdirSync(path), []),
    link: (path) => quietly(() => readlinkSync(path), null),
    run: runCommand,
    addresses,
    source: (version) => sourceToInternet(version)?.text ?? null,
  }
}

function quietly<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Reads piece by piece: files of the kernel have no size, and some have no end. */
function readStart(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let total = 0; total < FILE_BYTES; ) {
      const piece = Buffer.alloc(Math.min(CHUNK_BYTES, FILE_BYTES - total))
      const read = readSync(descriptor, piece)
      if (read === 0) break
      pieces.push(piece.subarray(0, read))
      total += read
    }
    return Buffer.concat(pieces).toString()
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the PATH by which commands are looked for: never in the folder that somebody happens to work in. */
export function commandPath(path: string, { platform, isRoot }: Pick<Sources, 'platform' | 'isRoot'>): string {
  if (isRoot) return ROOT_FOLDERS.join(posix.delimiter)
  const { delimiter, isAbsolute } = platform === 'win32' ? win32 : posix
  const own = path.split(delimiter).filter((folder) => isAbsolute(folder))
  return [...own, ...(platform === 'win32' ? [] : SYSTEM_FOLDERS)].join(delimiter)
}

async function runCommand(command: string, args: readonly string[], timeoutMs = COMMAND_MS): Promise<string | null> {
  const env = { ...process.env, LC_ALL: 'C', LANG: 'C', PATH: commandPath(process.env.PATH ?? '', MACHINE) }
  const program = Bun.which(command, { PATH: env.PATH })
  if (program === null) return null
  try {
    const options = { env, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore', timeout: timeoutMs, killSignal: 'SIGKILL' } as const
    const child = Bun.spawn([program, ...args], { ...options, maxBuffer: OUTPUT_BYTES })
    const stdout = child.stdout.text()
    const isDone = (await child.exited) === 0
    // A child of it may outlive it, and hold the pipe.
    return isDone ? await Promise.race([stdout, Bun.sleep(LEFTOVER_MS).then(() => null)]) : null
  } catch {
    return null
  }
}

function addresses(): OwnAddress[] {
  return Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? []).map(({ address, cidr }) => ({
      interface: name,
      address: address.split('%')[0] ?? '',
      prefix: Number(cidr?.split('/')[1] ?? (address.includes(':') ? 128 : 32)),
    })),
  )
}

export type { AskedPort } from '../../net/gateway/types.ts'

const TEXT = orNull(Type.String())

/** This computer, as far as a port on it is concerned. The addresses are those in the home network, not those of a VPN. */
export const COMPUTER = Type.Object({
  address: TEXT,
  address6: TEXT,
  interface: TEXT,
  vpn: Type.Boolean({ description: 'whether packets to the internet go through a VPN' }),
  // The box around this system whose network is not that of the home: then the default gateway may not be the router.
  inside: orNull(oneOf('container', 'wsl')),
  isBlind: Type.Optional(Type.Literal(true, { description: 'whether the system does not show what listens' })),
  // Null if nothing listens on the port, or no port was asked about.
  listening: orNull(
    Type.Object({
      // For a container "docker: NAME"; null where another user's programs cannot be seen.
      program: orNull(foreign(Type.String())),
      addresses: Type.Array(Type.String()),
      onlyLoopback: Type.Boolean(),
      // Those over which others can reach it; where it listens on loopback alone, those of that.
      family: oneOf('ipv4', 'ipv6', 'both'),
    }),
  ),
  // Null if it has none that is switched on, or no port was asked about. `blocks` is one answer for both versions of IP, "unknown" wherever it
  // cannot be read to its end; `line` is the one to type that lets the port in, where one is known and needed.
  firewall: orNull(Type.Object({ kind: Type.String(), blocks: oneOf('yes', 'no', 'unknown'), line: TEXT })),
})

export interface ComputerSeen extends Static<typeof COMPUTER> {
  readonly gateways: { readonly v4: Gateway | null; readonly v6: Gateway | null }
}
export type ListeningSeen = NonNullable<ComputerSeen['listening']>
export type FirewallSeen = NonNullable<ComputerSeen['firewall']>
