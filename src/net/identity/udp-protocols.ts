import { A2S } from './a2s.ts'
import { LUANTI } from './luanti.ts'
import { MUMBLE } from './mumble.ts'
import type { Protocol, UdpProtocol } from './protocol.ts'
import { QUAKE3 } from './quake3.ts'
import { RAKNET } from './raknet.ts'
import { TEAMSPEAK } from './teamspeak.ts'

export const OVER_UDP: Record<UdpProtocol, Protocol> = {
  raknet: RAKNET,
  a2s: A2S,
  quake3: QUAKE3,
  mumble: MUMBLE,
  teamspeak: TEAMSPEAK,
  luanti: LUANTI,
}
