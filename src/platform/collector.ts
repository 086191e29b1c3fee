import { edenGC, fullGC } from 'bun:jsc'

/** This many requests leave behind 20 to 30 MB, which take about a millisecond to collect. */
const REQUESTS_PER_ROUND = 8192
/** A little of what is young survives for a while. Only a full collection takes it. */
const ROUNDS_PER_FULL = 16

let requests = 0
let rounds = 0

/**
 * Counts a short request, and starts the garbage collector after enough of them. By itself it waits until the heap has doubled, and takes
 * the mapped data for a part of the heap: fifty megabytes of garbage would pile up first.
 */
export function countForCollector(): void {
  requests++
  if (requests < REQUESTS_PER_ROUND) return
  requests = 0
  // Between two answers, when nothing of them is in use.
  setImmediate(collect)
}

function collect(): void {
  rounds++
  if (rounds % ROUNDS_PER_FULL === 0) fullGC()
  else edenGC()
}
