import { firstDatagram, type IdentityProtocol, type IdentityQuery } from '../../net/identity/index.ts'

// The shortest request that a service answers, since silence proves nothing over UDP. They never change, open or log in to anything.

const bytes = (...values: number[]) => Uint8Array.from(values)
const text = (value: string) => new TextEncoder().encode(value)

/** A query for the root's name servers (RFC 1035). */
const DNS = bytes(0x64, 0x73, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1)
/** A client's request, version 4, mode 3 (RFC 5905, section 7.3). */
const NTP = Uint8Array.from({ length: 48 }, (_, index) => (index === 0 ? 0x23 : 0))
/** A binding request without attributes (RFC 8489, section 5). */
const STUN = bytes(0x00, 0x01, 0, 0, 0x21, 0x12, 0xa4, 0x42, ...text('doorstep-udp'))
/** A long header with a version that no server supports, so that it lists those it does (RFC 9000, section 6.1); 1200 bytes (section 14.1). */
const QUIC = Uint8Array.from(
  { length: 1200 },
  (_, index) => [0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 8, 1, 2, 3, 4, 5, 6, 7, 8, 8, 1, 2, 3, 4, 5, 6, 7, 8][index] ?? 0,
)
/** An empty confirmable message, which is answered with a reset (RFC 7252, section 4.3). */
const COAP = bytes(0x40, 0x00, 0x64, 0x73)
/** OPTIONS (RFC 3261, section 11). */
const SIP = text(
  'OPTIONS sip:doorstep@doorstep.invalid SIP/2.0\r\nVia: SIP/2.0/UDP doorstep.invalid;branch=z9hG4bKdoorstep;rport\r\nMax-Forwards: 0\r\nFrom: <sip:doorstep@doorstep.invalid>;tag=doorstep\r\nTo: <sip:doorstep@doorstep.invalid>\r\nCall-ID: doorstep\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n',
)
/** P_CONTROL_HARD_RESET_CLIENT_V2 of OpenVPN: opcode 7, a session id, no acknowledgements, packet 0. */
const OPENVPN = bytes(0x38, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0)
/** The question of a service that usually listens on a port: its bytes, or the protocol in which it can be asked who it is. */
const QUESTIONS: Readonly<Record<number, Uint8Array | IdentityProtocol>> = {
  53: DNS,
  123: NTP,
  443: QUIC,
  853: QUIC,
  1194: OPENVPN,
  3478: STUN,
  5060: SIP,
  5349: STUN,
  5683: COAP,
  8443: QUIC,
  9987: 'teamspeak',
  19132: 'raknet',
  19133: 'raknet',
  19302: STUN,
  27015: 'a2s',
  27016: 'a2s',
  27017: 'a2s',
  27960: 'quake3',
  30000: 'luanti',
  30120: 'quake3',
  64738: 'mumble',
}

/** Sent to any other port: some services answer an empty line, and it does no harm. */
const EMPTY_LINE = text('\r\n')

/**
 * Returns the datagrams of a check over UDP: the question of the expected service itself where it is asked on this port, otherwise of the one
 * that usually listens there.
 */
export function datagramsFor(port: number, query: IdentityQuery | null = null): Uint8Array[] {
  const expected = query && (query.port ?? port) === port ? firstDatagram(query.ask) : null
  const usual = QUESTIONS[port]
  return [expected ?? (typeof usual === 'string' ? firstDatagram(usual) : usual) ?? EMPTY_LINE]
}
