import type { Locale } from '../../contract/text.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { familiesOf, hintsOf } from '../ask.ts'
import { lookAtComputer } from '../computer/index.ts'
import { proveOver } from '../prove.ts'
import type { HomeSubject } from '../subject.ts'
import type { HomeWorld } from '../world.ts'
import { afterProof, type CertificatePort, certificateOf, questionOf, situationOf, verdictOf } from './certificate.ts'
import { byWorth, familyOf } from './family.ts'
import { problemIn, problemOf } from './refusals.ts'
import { adviceOver } from './steps.ts'

export interface ToListen {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The address to listen on; null for all. */
  readonly host: Address | null
  /** The name whose certificate is to be checked as well, with the port at which authorities look for it; null for none. */
  readonly certificate: { readonly domain: string; readonly port: CertificatePort } | null
  readonly subject: HomeSubject
  readonly locale: Locale
  readonly signal: AbortSignal
  /** Told when it listens. */
  began(): void
}

/** Listens, has the server outside prove the port over each version of IP that it has, and says what both ends saw. Throws a problem. */
export async function proveHere(
  { sources, outside }: { readonly sources: HomeWorld['sources']; readonly outside: NonNullable<HomeWorld['outside']> },
  { port, protocol, host, certificate: wanted, subject, locale, signal, began }: ToListen,
) {
  const { server } = outside
  const computer = await lookAtComputer({ port, protocol }, sources)
  const families = (await familiesOf(outside, computer)).filter((one) => !host || one === host.version)
  const asked = families.length > 0 ? families : [undefined]
  const also = wanted && questionOf(wanted.domain, wanted.port)
  const options = { ...(host && { host: host.text }), ...(also && { also }) }
  const toProve = { listenPort: port, ...options, port, protocol, tool: 'port-check', body: {} } as const
  const proved = await proveOver(outside, { ...toProve, locale, signal, began }, asked).catch((error: unknown) => {
    const refused = { port, protocol, bind: host?.text ?? null, server, platform: sources.platform, locale }
    throw problemIn(error, { ...refused, listening: computer.listening }) ?? error
  })
  const found = proved.map((one, index) => familyOf(one, families[index] ?? null, computer)).toSorted(byWorth)
  const [best] = found
  if (!best || found.every(({ said }) => 'failure' in said)) throw problemOf('not-asked', best?.reason ?? '', locale)
  const told = proved.map((one) => one.also)
  const certificate = wanted && certificateOf(told, wanted, locale)
  const hints = hintsOf({ computer, wanIp: null, routerBrand: null, platform: sources.platform })
  const known = { facts: subject.facts(hints, parseAddress(best.ip ?? '')), port, protocol, computer, server }
  const { situation, steps } = adviceOver(found, known)
  const proven = best.proof === 'proven' ? certificate : null
  const verdict = verdictOf(best, certificate)
  return {
    situation: proven ? (situationOf(verdict) ?? situation) : situation,
    ...{ port, protocol, verdict },
    ...{ ip: best.ip, proof: best.proof, arrived: found.some(({ arrived }) => arrived) },
    heard: found.flatMap(({ heard }) => heard),
    outside: 'answer' in best.said ? { ...best.said.answer } : null,
    certificate,
    families: found.map(({ heard: _, said: __, ...family }) => family),
    nextActions: proven ? afterProof(proven, told, { steps, ip: best.ip, locale }) : [...steps],
  }
}
