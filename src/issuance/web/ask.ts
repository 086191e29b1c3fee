import type { Proof } from '../../net/proof/index.ts'
import type { Address } from '../../policy/address.ts'
import type { PublicEndpoint } from '../../policy/target.ts'
import type { HttpFacts, TlsFacts } from '../facts.ts'
import { PORTS } from '../fields.ts'
import { type Asking, challengeUrl, followChallenge, NO_ANSWER } from './chain.ts'
import { connectionFailure } from './no-answer.ts'
import type { OwnAddress } from './own.ts'

const ACME_TLS = 'acme-tls/1'
const UNANSWERED: readonly string[] = ['refused', 'silent', 'unreachable']

/** An address to ask, with what is only known of the requester's own. */
interface At {
  readonly address: Address
  readonly own: OwnAddress | null
  /** By port. */
  readonly proofs: ReadonlyMap<number, Proof | null>
  /** The network of a reverse proxy that has the address. */
  readonly proxy: string | null
}

/** Returns the answer to the request for a challenge. Whoever has proven a port answers nothing else there. */
export async function askHttp(asking: Asking, { address, own, proofs, proxy }: At): Promise<HttpFacts> {
  const proof = proofs.get(PORTS['http-01']) ?? null
  const none = { ...NO_ANSWER, url: challengeUrl(asking).href, redirects: [], proxy, where: null, proof, elapsedMs: 0 }
  if (proof === 'proven') return { ...none, outcome: 'proof' }
  const started = performance.now()
  const { named, address: last, port, ...answer } = await followChallenge(asking, address)
  const elapsedMs = Math.round(performance.now() - started)
  const isOwn = UNANSWERED.includes(answer.outcome) && last.text === address.text
  return { ...none, ...answer, proxy: proxy ?? named, elapsedMs, where: isOwn && own ? await own.look(port) : null }
}

/** Returns the answer to a handshake that offers nothing but the protocol of the challenge. */
export async function askTls({ target, net, milliseconds }: Asking, { address, own, proofs }: At): Promise<TlsFacts> {
  const port = PORTS['tls-alpn-01']
  const proof = proofs.get(port) ?? null
  const none = { reason: null, alert: null, alpn: null, where: null, proof, elapsedMs: 0 }
  if (proof === 'proven') return { ...none, outcome: 'proof' }
  const endpoint = target.at(address, port)
  if (typeof endpoint === 'string') return { ...none, outcome: 'limited', reason: 'not-allowed' }
  const answer = await offer(net, { host: target.ascii, endpoint }, milliseconds)
  const where = UNANSWERED.includes(answer.outcome) && own ? await own.look(port) : null
  return { ...none, ...answer, elapsedMs: Math.round(answer.elapsedMs), where }
}

async function offer(net: Asking['net'], to: { readonly host: string; readonly endpoint: PublicEndpoint }, milliseconds: number) {
  const { outcome, reason, ...found } = await net.tls.offer(to, ACME_TLS, milliseconds)
  const circumstances = { isOver: net.signal.aborted, hasRoute: net.tcp.sourceTo(to.endpoint) !== null }
  if (outcome === 'connect-failed') return { ...found, ...connectionFailure(reason ?? '', circumstances) }
  const isCut = outcome === 'broken' && circumstances.isOver
  return { ...found, ...(isCut ? ({ outcome: 'limited', reason: 'out-of-time' } as const) : { outcome, reason }) }
}
