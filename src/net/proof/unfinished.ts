import { readFileSync } from 'node:fs'
import { socketsIn } from '../socket-table.ts'

/** The state of a connection whose beginning was answered, and whose other end has not said so (SYN_RECV). */
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

export function unfinishedIn(table: string, port: number): readonly string[] {
  return socketsIn(table, port, BEGUN).map(({ other }) => other.text)
}
