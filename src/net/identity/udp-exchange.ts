import { onAbort } from '../../platform/deadline.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import type { Identified, Protocol } from './protocol.ts'

/** The most messages that one question sends, and the largest: no datagram of ours is in pieces. */
const SENDS_MAX = 2
const SENT_BYTES_MAX = 1200
const READ_BYTES_MAX = 64 * 1024
const DATAGRAMS_READ_MAX = 16

/**
 * Asks over UDP, in two datagrams at most; the first is the protocol's own, unless another one is given. The socket is connected: the
 * kernel drops what others send.
 */
export async function askOverUdp(to: RequesterEndpoint, protocol: Protocol, { signal, budget }: Bounds, first?: Buffer) {
  RequesterEndpoint.assert(to)
  const { address, port } = to
  const opening = first ?? protocol.hello({ host: address.text, port })
  if (!opening || (await budget.spendConnection(address.text, signal, SENDS_MAX))) return null
  const { promise, resolve } = Promise.withResolvers<Identified | null>()
  const release = onAbort(signal, () => resolve(null))
  const hear = listener(protocol)
  let socket: Bun.udp.ConnectedSocket<'buffer'> | null = null
  const open = () =>
    Bun.udpSocket({
      hostname: address.version === 6 ? '::' : '0.0.0.0',
      connect: { hostname: address.text, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram, fromPort, from) {
          if (fromPort !== port || parseUnmapped(from)?.text !== address.text) return
          const heard = budget.takeBytes(datagram.length) ? hear(Buffer.from(datagram)) : null
          if (Buffer.isBuffer(heard)) socket?.send(heard)
          else if (heard !== 'more') resolve(heard)
        },
        error: () => resolve(null),
      },
    })
  try {
    await nextSlot()
    if (signal.aborted) return null
    socket = await open()
    if (!signal.aborted) socket.send(opening)
    return await promise
  } catch {
    // Without a route, for example.
    return null
  } finally {
    release()
    socket?.close()
  }
}

/** Returns what reads one datagram after the other, within bounds: what it says, another message to send, or "more" to wait on; null at the end. */
function listener(protocol: Protocol): (datagram: Buffer) => Identified | Buffer | 'more' | null {
  let [bytesRead, timesRead, sends] = [0, 0, 1]
  return (datagram) => {
    bytesRead += datagram.length
    if (bytesRead > READ_BYTES_MAX || ++timesRead > DATAGRAMS_READ_MAX) return null
    const heard = protocol.read(datagram)
    if (heard === null || heard === 'more' || !('send' in heard)) return heard
    return ++sends > SENDS_MAX || heard.send.length > SENT_BYTES_MAX ? null : heard.send
  }
}
