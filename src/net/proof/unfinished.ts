import { readFileSync } from 'node:fs'

/** The state of a connection whose beginning was answered, and whose other end has not said so (SYN_RECV, include/net/tcp_states.h). */
const BEGUN = '03'
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

/** Returns the addresses whose connections to a port were begun and never finished; none where the system does not tell. */
export function unfinishedAt(port: number): readonly string[] {
  if (process.platform !== 'linux') return []
  return TABLES.flatMap((path) => {
    try {
      return unfinishedIn(readFileSync(path, 'latin1'), port)
    } catch {
      return []
    }
  })
}

/** Reads a table of the kernel: numbered lines of a local address, a remote one, and the state. */
export function unfinishedIn(table: string, port: number): readonly string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return table.split('\n').flatMap((line) => {
    const [, own = '', other = '', state] = line.trim().split(/\s+/)
    return state === BEGUN && own.endsWith(local) ? [addressOf(other.slice(0, -5))] : []
  })
}

/** Returns an address that the kernel writes in words of its own byte order, which is little-endian on all machines that this runs on. */
function addressOf(words: string): string {
  const bytes = (words.match(/.{8}/g) ?? []).flatMap((word) => [...Buffer.from(word, 'hex')].reverse())
  if (bytes.length === 4) return bytes.join('.')
  const text = Buffer.from(bytes).toString('hex')
  // Mapped IPv4 is known by its dotted form.
  return text.startsWith('00000000000000000000ffff') ? bytes.slice(12).join('.') : (text.match(/.{4}/g) ?? []).join(':')
}
