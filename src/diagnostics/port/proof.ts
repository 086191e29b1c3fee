import { type Static, Type } from '@sinclair/typebox'
import { type FollowUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { PortFinding } from '../../net/findings.ts'
import type { IdentityQuery } from '../../net/identity/index.ts'
import { KEY_PATTERN, type Proof, readKey } from '../../net/proof/index.ts'
import type { Address } from '../../policy/address.ts'
import { heardAction, identityAction, isHeardElsewhere, type ShownIdentity, whoAnswers } from '../identity/index.ts'
import { proofText } from './proof.text.ts'

/** The key of a proof, as a body has it. */
export const PROOF_KEY = Type.Object({
  key: Type.String({ pattern: KEY_PATTERN, examples: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'] }),
})

/** Returns the key of a body; null if it has none. */
export function keyIn(proof: Static<typeof PROOF_KEY> | undefined): Uint8Array | null {
  return proof === undefined ? null : readKey(proof.key)
}

interface Elsewhere {
  readonly address: Address
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly locale: Locale
}

/** Returns what to do about a port that leads to somebody else, the likelier cause first. Nothing is forwarded over IPv6. */
export function proofActions({ address, port, protocol, locale }: Elsewhere, again: FollowUp): NextAction[] {
  const next = nextIn(proofText, locale)
  const slots = { protocol: protocol.toUpperCase(), port }
  const ip = address.text
  if (address.version === 6) return [{ ...next('check-program-ipv6', { ...slots, ip }, again), code: 'check-program' }]
  return [next('correct-rule-address', slots, again), next('compare-router-address', { ip })]
}

interface Answered {
  readonly proof: Proof | null
  readonly identity: ShownIdentity | null
}

/** Returns what to do about who answers at an open port in place of the service; none if it is, or may be, the service itself. */
export function insteadOf(
  { proof, identity }: Answered,
  query: IdentityQuery | null,
  about: Elsewhere & { readonly version: 4 | 6; readonly isBetterShut: boolean },
  again: FollowUp,
): NextAction[] {
  if (proof === 'someone-else') return proofActions(about, again)
  const action = identityAction(whoAnswers(identity, query, about.port), about, again)
  return action ? [action] : []
}

interface Silent {
  readonly ip: string
  readonly port: number
  readonly status: PortFinding['status']
  readonly identity: ShownIdentity | null
}

/** Returns what to do about a port that is silent while its program answers on another one; null where it does not. */
export function heardOf(
  { ip, port, status, identity }: Silent,
  query: IdentityQuery | null,
  locale: Locale,
  again: FollowUp,
): NextAction | null {
  if (status !== 'timeout' || !query?.port || !isHeardElsewhere(identity, query, port)) return null
  return heardAction({ port, query: query.port, ip, locale }, again)
}
