import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Below this number, ports are for privileged programs, unless the kernel is told otherwise. */
const PRIVILEGED_BELOW = 1024
/** In the mask of capabilities of a process (linux/capability.h). */
const CAP_NET_BIND_SERVICE = 10n

/** Returns the lowest port that this process may listen on, as far as the system says. */
export function lowestPort(): number {
  const mask = /^CapEff:\s*([0-9a-f]+)$/m.exec(readText('/proc/self/status'))?.[1]
  if (process.platform === 'win32' || (mask !== undefined && (BigInt(`0x${mask}`) >> CAP_NET_BIND_SERVICE) & 1n)) return 1
  const first = readText('/proc/sys/net/ipv4/ip_unprivileged_port_start').trim()
  return /^\d+$/.test(first) ? Math.max(1, Number(first)) : PRIVILEGED_BELOW
}

/** Returns whether this process may make a file in the folder of a path. */
export function mayWriteBeside(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns how many files this process may open; null where the system does not tell. */
export function openFilesMax(): number | null {
  const limit = /^Max open files +(\d+)/m.exec(readText('/proc/self/limits'))?.[1]
  return limit === undefined ? null : Number(limit)
}

/** Returns whether the system names a resolver; without one, that on this machine is asked, as the C library does. */
export function namesResolver(): boolean {
  return /^\s*nameserver\s+\S/m.test(readText('/etc/resolv.conf'))
}

const MIB = 1024 * 1024

/** Returns the memory left for this process, on the machine or in its container, in MiB. */
export function availableMiB(): number {
  return Math.floor(process.availableMemory() / MIB)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
