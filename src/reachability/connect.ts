import { tellingWords, wordsOf } from '../router/catalogue/normalize.ts'
import { servicesOn } from '../router/catalogue/ports.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import { connectTo } from '../router/index.ts'
import type { Check, Finding, Request } from './check.ts'
import type { Verdict } from './fields.ts'

const OTHERS_MAX = 3

/** The findings on a name that leads, or will lead, visitors to the requester. */
const LEADS_HERE: readonly string[] = [
  ...[
    'name-matches',
    'name-matches-among-others',
    'name-propagating',
    'name-proxied',
    'other-family-elsewhere',
    'other-family-unchecked',
  ],
]

/** Returns what others type to connect; null while nothing gets through, and for what should not be open. */
export function friendsConnectTo(check: Check, verdict: Verdict, findings: readonly Finding[]): string | null {
  const { isLineOnly, judgement, useCase, service, port, protocol, target, seen, locale } = check
  if (isLineOnly || judgement.advice !== 'open' || (verdict !== 'reachable' && verdict !== 'cannot-tell')) return null
  const isNamed = findings.some(({ code }) => LEADS_HERE.includes(code))
  const host = isNamed && target.domain ? target.domain.unicode : seen.text
  // The service itself has its own ports, and not the one that was asked for instead.
  return connectTo(service.id === useCase?.id ? useCase : service, { host, externalPort: port, protocol }, locale)
}

/** Returns what else the words, or the port alone, may have meant: Bedrock beside Java. */
export function otherServices({ known, useCase, port, protocol, isNamed, locale }: Check, request: Request) {
  const others = isNamed
    ? namedAlike(known.useCases, request.useCase ?? '')
    : requiring(servicesOn(known.portUses, port, protocol))
  return others
    .filter(({ id }) => id !== useCase?.id)
    .slice(0, OTHERS_MAX)
    .map(({ id, name }) => ({ useCase: id, name: name[locale] }))

  function requiring(services: readonly UseCase[]): UseCase[] {
    return services.filter(
      ({ ports, recommended }) => recommended && ports.some((one) => one.required && one.external === String(port)),
    )
  }
}

/** Returns the services with a name that begins with these words and goes on. */
function namedAlike(useCases: readonly UseCase[], text: string): UseCase[] {
  const asked = tellingWords(wordsOf(text))
  if (asked.length < 2) return []
  const isLonger = (name: string) => tellingWords(wordsOf(name)).startsWith(`${asked} `)
  return useCases.filter(({ id, name, aliases }) => [id, name.en, name.ko, ...aliases].some(isLonger))
}
