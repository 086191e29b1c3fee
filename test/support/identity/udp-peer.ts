import { LOOPBACK } from '../net/network.ts'

/** The answers to a datagram; `peer` is the one who sent it. */
export type UdpAnswer = (asked: Buffer, peer: string) => readonly Buffer[]

interface UdpPeer extends Disposable {
  readonly port: number
  /** The datagrams that have come, with address and port of the sender. */
  readonly asked: readonly { readonly datagram: Buffer; readonly from: string }[]
  /** Sends a datagram to an address with a port. */
  send(message: Buffer, to: string): void
}

/** Answers datagrams on loopback: as a protocol is described, or in bad faith. */
export async function startUdpPeer(
  answer: UdpAnswer,
  { port = 0, family = 4 }: { port?: number; family?: 4 | 6 } = {},
): Promise<UdpPeer> {
  const asked: { datagram: Buffer; from: string }[] = []
  const socket = await Bun.udpSocket({
    hostname: LOOPBACK[family],
    port,
    binaryType: 'buffer',
    socket: {
      data(_, datagram, fromPort, address) {
        const from = `${address}:${fromPort}`
        asked.push({ datagram: Buffer.from(datagram), from })
        for (const message of answer(Buffer.from(datagram), from)) send(message, from)
      },
      // The other side has heard enough, and is gone.
      error() {},
    },
  })
  const send = (message: Buffer, to: string) => {
    const end = to.lastIndexOf(':')
    try {
      socket.send(message, Number(to.slice(end + 1)), to.slice(0, end))
    } catch {
      // The error of a datagram before it.
    }
  }
  return { port: socket.port, asked, send, [Symbol.dispose]: () => socket.close() }
}
