import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'

/** "0-3,8" as numbers. */
export function coresIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number)
    return Number.isNaN(first) ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** One core for the server and one for its clients, of those that this process may use. */
export function ownCores(): { readonly server: number; readonly client: number } {
  const status = readFileSync('/proc/self/status', 'utf8')
  const [server, client] = coresIn(/^Cpus_allowed_list:\s+(\S+)/m.exec(status)?.[1] ?? '')
  if (server === undefined || client === undefined)
    throw new Error('two cores are needed: one for the server, one for its clients')
  return { server, client }
}

/** Above this, other work took part in what was measured. */
const BUSY_LOAD = 0.7

export interface Machine {
  readonly text: string
  readonly isBusy: boolean
}

/** What it is measured on, before anything of the measurement runs. */
export function machine(): Machine {
  const [load = 0] = loadavg()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const text = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${memory}, Linux ${release()}, load ${load.toFixed(2)} before the first round`
  return { text, isBusy: load > BUSY_LOAD }
}
