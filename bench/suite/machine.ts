import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

/** "0-3,8" as numbers. */
export function coresIn(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )
}

/** Returns one core for the server and one for its clients, of those that this process may use. */
export function ownCores(): { readonly server: number; readonly client: number } {
  const status = readFileSync('/proc/self/status', 'utf8')
  const [server, client] = coresIn(/^Cpus_allowed_list:\s+(\S+)/m.exec(status)?.[1] ?? '')
  if (server === undefined || client === undefined)
    throw new Error('two cores are needed: one for the server, one for its clients')
  return { server, client }
}

/** Returns a description of this machine. */
export function machineText(): string {
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${memory}, Linux ${release()}`
}

/** Processor time until now, in ticks: that of everything, and that of this process with all that it has started and that has ended. */
interface Usage {
  readonly all: number
  readonly busy: number
  readonly own: number
}

export function usageNow(): Usage {
  const fields = (text: string) => text.trim().split(/\s+/).map(Number)
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const times = fields(line.slice('cpu'.length)).slice(0, 8)
  const [user = 0, nice = 0, system = 0] = times
  const own = fields(readFileSync('/proc/self/stat', 'utf8').split(') ')[1] ?? '').slice(11, 15)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return { all: sum(times), busy: user + nice + system, own: sum(own) }
}

/** Above this, other work took part in what was measured. */
const OTHERS_MAX = 0.05

/** Which part of the machine others had, from one reading to the next. */
export function othersShare(before: Usage, after: Usage): number {
  const foreign = after.busy - before.busy - (after.own - before.own)
  return Math.max(0, foreign / (after.all - before.all))
}

export const isDisturbed = (share: number): boolean => share > OTHERS_MAX
