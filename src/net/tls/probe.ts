import { onAbort, withDeadline } from '../../platform/deadline.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { type Flight, FlightReader } from './flight.ts'
import { clientHello } from './hello.ts'
import type { Protocol } from './suites.ts'

/** The answer to a ClientHello, and why it ended. */
export interface Probe {
  readonly protocol: Protocol
  readonly flight: Flight
  /** "answered": the answer was complete enough. */
  readonly end: 'answered' | 'closed' | 'silent' | 'not-connected'
}

/** Offers one version of TLS to an endpoint over a connection of its own, and reads the answer. */
export function probe(
  protocol: Protocol,
  endpoint: PublicEndpoint,
  serverName: string | null,
  milliseconds: number,
  bounds: Bounds,
): Promise<Probe> {
  return withDeadline(milliseconds, bounds.signal, async (signal) => {
    const reader = new FlightReader()
    // It has just accepted a connection; why it does not accept another one does not matter.
    const opened = await connectFirst([endpoint], { budget: bounds.budget, signal, explainRefusals: false })
    if (!opened || !isOpened(opened)) return { protocol, flight: reader.flight, end: 'not-connected' }
    const { socket } = opened
    const { promise, resolve } = Promise.withResolvers<Probe['end']>()
    socket.on('data', (chunk: Buffer) => {
      if (!bounds.budget.takeBytes(chunk.length)) return resolve('silent')
      reader.add(chunk)
      if (reader.done) resolve('answered')
    })
    socket.on('error', () => resolve('closed'))
    socket.on('end', () => resolve('closed'))
    socket.on('close', () => resolve('closed'))
    const release = onAbort(signal, () => resolve('silent'))
    socket.write(clientHello(protocol, serverName))
    const end = await promise
    release()
    socket.destroy()
    return { protocol, flight: reader.flight, end }
  })
}
