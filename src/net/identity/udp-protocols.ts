import type { Protocol, UdpProtocol } from './protocol.ts'

const UNASKED: Protocol = { transport: 'udp', hello: () => null, read: () => null }

export const OVER_UDP: Record<UdpProtocol, Protocol> = {
  raknet: UNASKED,
  a2s: UNASKED,
  quake3: UNASKED,
  mumble: UNASKED,
  teamspeak: UNASKED,
  luanti: UNASKED,
}
