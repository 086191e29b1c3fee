import dns from 'node:dns'
import type { HostAddress } from '../../../src/net/remote.ts'
import { LOOPBACK, openHosts, openLoopback } from '../net/network.ts'

/** A name that has the addresses of this machine in both families. */
export const NAME = 'doorstep.test'
export const ADDRESSES = {
  4: { address: LOOPBACK[4], family: 4 },
  6: { address: LOOPBACK[6], family: 6 },
} as const satisfies Record<number, HostAddress>

type Found = (error: Error | null, found?: unknown, family?: number) => void

/**
 * Gives the name these addresses until the test ends, and lets the test connect to them. With `isSilent`, only connections get them: whoever
 * asks for all addresses gets no answer.
 */
export function nameHas(addresses: readonly HostAddress[], isSilent = false): Disposable {
  const real = { whole: dns.promises.lookup, one: dns.lookup }
  const whole = async (host: string) => {
    if (host !== NAME) throw new Error(`a test asks for ${host}`)
    return addresses
  }
  const one = (host: string, { all = false }: { all?: boolean }, found: Found) =>
    void whole(host).then(
      (known) => (all ? found(null, known) : found(null, known[0]?.address, known[0]?.family)),
      (error) => found(error),
    )
  Object.assign(dns.promises, { lookup: isSilent ? () => new Promise(() => {}) : whole })
  Object.assign(dns, { lookup: one })
  const closes = [openLoopback(), openHosts([NAME])]
  return {
    [Symbol.dispose]() {
      Object.assign(dns.promises, { lookup: real.whole })
      Object.assign(dns, { lookup: real.one })
      for (const close of closes) close()
    },
  }
}

/** Starts something on a port that is free in both families. */
export async function onBoth<Started>(
  start: (host: string, port: number) => Started | Promise<Started>,
  portOf: (one: Started) => number,
) {
  for (;;) {
    const first = await start(LOOPBACK[6], 0)
    const port = portOf(first)
    try {
      return { port, 6: first, 4: await start(LOOPBACK[4], port) }
    } catch {
      // Somebody has the port in the other family: the next one.
    }
  }
}
