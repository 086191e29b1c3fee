import { onAbort } from '../../platform/deadline.ts'
import { parseUnmapped } from '../../policy/address.ts'
import { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { nextSlot } from '../pace.ts'
import { Conversation } from './conversation.ts'
import type { Identified, Protocol } from './protocol.ts'

/**
 * Asks over UDP, in two datagrams at most; the first is the protocol's own, unless another one is given. The socket is connected: the
 * kernel drops what others send.
 */
export async function askOverUdp(to: RequesterEndpoint, protocol: Protocol, { signal, budget }: Bounds, first?: Buffer) {
  RequesterEndpoint.assert(to)
  const { address, port } = to
  const opening = first ?? protocol.hello({ host: address.text, port })
  if (!opening || (await budget.spendConnection(address.text, signal, Conversation.SENDS_MAX))) return null
  const { promise, resolve } = Promise.withResolvers<Identified | null>()
  const release = onAbort(signal, () => resolve(null))
  const conversation = new Conversation(protocol)
  let socket: Bun.udp.ConnectedSocket<'buffer'> | null = null
  const open = () =>
    Bun.udpSocket({
      hostname: address.version === 6 ? '::' : '0.0.0.0',
      connect: { hostname: address.text, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram, fromPort, from) {
          if (fromPort !== port || parseUnmapped(from)?.text !== address.text) return
          const heard = budget.takeBytes(datagram.length) ? conversation.hear(Buffer.from(datagram)) : null
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
