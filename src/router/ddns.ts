import type { NextAction } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { Catalogue } from './catalogue/index.ts'
import { pathIn } from './catalogue/labels.ts'
import { oncePer } from './catalogue/names.ts'
import type { DdnsService } from './catalogue/schema.ts'
import { ddnsText } from './ddns.text.ts'

/** Returns the step that mends a name where its dynamic DNS service keeps it, since its record cannot be edited; null for a name in a zone of one's own. */
export function ddnsStep(
  { hostname, name, ip, because }: { hostname: string; name: string; ip: string; because: keyof typeof CODES },
  known: Catalogue,
  locale: Locale,
): NextAction | null {
  const service = ddnsServiceOf(hostname, known)
  if (!service) return null
  const slots = { hostname: name, service: service.name[locale], place: whereKept(service, known, locale), ip }
  const code = CODES[because]
  const text = ddnsText.say(locale, code, slots)
  // Without a menu or a page, the note is the only hint at the place.
  const hint = service.note && menuOf(service, known) === null && service.url === null ? ` ${service.note[locale]}` : ''
  return { code, text: `${text}${hint}` }
}

/** The steps for a name that does not exist, one of which no server answers, and one that leads elsewhere. */
const CODES = { missing: 'register-name', unanswered: 'check-name-servers', elsewhere: 'renew-name' } as const

function whereKept(service: DdnsService, known: Catalogue, locale: Locale): string {
  const { where, url } = service
  const menu = menuOf(service, known)
  if (where !== 'account' && menu) return ddnsText.say(locale, `${where}-menu`, { menu: pathIn(menu, locale) })
  const slots = { service: service.name[locale], url: url ?? '' }
  return where === 'account' && url !== null ? ddnsText.say(locale, 'account-page', slots) : ddnsText.say(locale, where, slots)
}

function menuOf({ menu, brand }: DdnsService, { brands }: Catalogue) {
  return menu ?? brands.find(({ id }) => id === brand)?.ddns ?? null
}

/** Returns the services by their domains. Of two services with the same domain the first one has it: that of the operator. */
const bySuffix = oncePer(
  (ddns: Catalogue['ddns']) =>
    new Map(ddns.toReversed().flatMap((service) => service.suffixes.map((suffix) => [suffix, service] as const))),
)

/** Returns the dynamic DNS service that a host name belongs to, by the longest of its domains; null for a name in a zone of one's own. */
export function ddnsServiceOf(hostname: string, { ddns }: Pick<Catalogue, 'ddns'>): DdnsService | null {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  const domains = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
  const known = domains.find((domain) => bySuffix(ddns).has(domain))
  return bySuffix(ddns).get(known ?? '') ?? null
}
