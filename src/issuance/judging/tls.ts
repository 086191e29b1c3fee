import type { AddressFacts } from '../facts.ts'
import {
  deadSight,
  goodSight,
  isNoAnswer,
  ofAddress,
  type Sight,
  sightOf,
  strangeSight,
  unaskedSight,
  type Viewing,
} from './sight.ts'

/** The alert of a server to which no protocol of the client is known (RFC 7301, section 3.2). */
const NO_APPLICATION_PROTOCOL = 120

/** Returns the meaning of a handshake with one address for TLS-ALPN-01 (RFC 8737). */
export function sightOfTls(facts: AddressFacts, viewing: Viewing): Sight {
  const { tls, proxy } = facts
  const { port } = viewing
  if (tls === null) return unaskedSight(facts, port)
  if (tls.proof === 'proven') return goodSight(facts)
  const strange = tls.proof === 'someone-else' ? strangeSight(facts, viewing, { url: '', status: '' }) : null
  if (strange) return strange
  const { outcome } = tls
  if (isNoAnswer(outcome)) return deadSight(facts, { ...tls, outcome }, port, '')
  const isTls = outcome === 'offered' || outcome === 'alert' || outcome === 'ignored'
  // A proxy ends the handshake itself, so that no server behind it is asked.
  const network = proxy ?? facts.http?.proxy ?? null
  if (isTls && network !== null) return sightOf(facts, ofAddress(facts, 'proxied', 'error', { port, network, kind: 'tls' }))
  // Servers that know the method, and have no order running, end the handshake with another alert.
  const isUnknown = outcome === 'ignored' || (outcome === 'alert' && tls.alert === NO_APPLICATION_PROTOCOL)
  if (!isUnknown && (outcome === 'offered' || outcome === 'alert' || outcome === 'proof')) return goodSight(facts)
  if (isUnknown) return sightOf(facts, ofAddress(facts, 'alpn-not-offered', 'unclear', { port, alpn: tls.alpn ?? '' }))
  if (outcome === 'broken') return sightOf(facts, ofAddress(facts, 'wrong-protocol', 'unclear', { port, kind: 'broken' }))
  const kind = outcome === 'plain-http' ? 'http-on-443' : 'not-tls'
  // The largest authority takes an address of the other family after a handshake that failed, as after a connection that did.
  return sightOf(facts, ofAddress(facts, 'wrong-protocol', 'error', { port, kind }), 'dead')
}
