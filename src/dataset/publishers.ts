import { basename } from 'node:path'
import type { Dataset } from '../ipdata/embedded.ts'
import { type Both, both } from '../platform/misfit.ts'
import type { Recognised } from './reading/reading.ts'
import type { Kind } from './reading/tables.ts'

/** The terms of a licence: the name and the link to show with the data. */
export type Credit = Pick<Dataset, 'licence' | 'licenceUrl' | 'attribution' | 'attributionUrl'>

/** A publisher of data that we know. */
interface Publisher {
  readonly name: string
  readonly credit: Credit
  /** A warning to those who pass the data on; null if there is none. */
  readonly caution: Both | null
}

function credit(licence: string, licenceUrl: string, attribution: string, attributionUrl: string) {
  return { licence, licenceUrl, attribution, attributionUrl }
}

const CC_BY = ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'] as const
export const CC0 = { licence: 'CC0 1.0', licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/' }
export const DBIP_CREDIT = credit(...CC_BY, 'IP Geolocation by DB-IP', 'https://db-ip.com')
export const ASN_CREDIT = credit(
  ...CC_BY,
  'RouteViews (routeviews.org), NRO (nro.net), IP Geolocation by DB-IP',
  'https://db-ip.com',
)

const WORDS: Record<Kind, string> = { city: 'City', asn: 'ASN', country: 'Country' }

/** Told by the type that an MMDB names or by whose layout a table has, otherwise by the name of the file. The first that fits; `*` is the kind of data. */
const RULES: readonly (Publisher & { readonly fits: (found: Recognised) => boolean })[] = [
  {
    fits: ({ type, name }) => /^GeoLite2-/.test(type) || /^geolite2/i.test(name) || (type === 'MaxMind' && !/geoip2/i.test(name)),
    name: 'GeoLite2 *',
    credit: credit(
      'GeoLite2 End User License Agreement',
      'https://www.maxmind.com/en/geolite2/eula',
      'This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com',
      'https://www.maxmind.com',
    ),
    caution: both(
      'the licence of GeoLite2 sets conditions for passing it on, and asks for old data to be deleted within 30 days',
      'GeoLite2 라이선스에는 재배포 조건이 있으며, 오래된 데이터를 30일 안에 지워야 합니다',
    ),
  },
  {
    fits: ({ type, name }) =>
      type === 'IPinfo' ||
      /^ipinfo\b.*(lite|country_asn|free)/i.test(type) ||
      (/^ipinfo\b/i.test(type) && /^(ipinfo_lite|country_asn|country|asn)\b/.test(name)),
    name: 'IPinfo Lite',
    credit: credit(
      'CC BY-SA 4.0',
      'https://creativecommons.org/licenses/by-sa/4.0/',
      'IP address data powered by IPinfo',
      'https://ipinfo.io',
    ),
    caution: both(
      'the licence of IPinfo Lite asks that data made from it be passed on under the same licence',
      'IPinfo Lite로 만든 데이터는 같은 라이선스로 배포해야 합니다',
    ),
  },
  {
    fits: ({ type, name }) => type === 'iptoasn' || /^(iptoasn|ip2asn)/i.test(name),
    name: 'iptoasn',
    credit: credit('PDDL 1.0', 'https://opendatacommons.org/licenses/pddl/1-0/', 'iptoasn.com', 'https://iptoasn.com'),
    caution: null,
  },
  {
    fits: ({ type, name }) => /^DBIP-.*Lite/i.test(type) || type === 'DB-IP' || (isUnnamed(type) && /^dbip-/i.test(name)),
    name: 'DB-IP * Lite',
    credit: DBIP_CREDIT,
    caution: null,
  },
  {
    fits: ({ type, name }) => isUnnamed(type) && /^asn[-.]/.test(name),
    name: 'ip-location-db ASN (RouteViews, NRO, DB-IP ASN Lite)',
    credit: ASN_CREDIT,
    caution: null,
  },
  {
    fits: ({ type, name }) => isUnnamed(type) && /^(geo-)?(whois-)?asn-country/.test(name),
    name: 'ip-location-db whois country',
    credit: { ...CC0, attribution: 'NRO (nro.net)', attributionUrl: 'https://www.nro.net' },
    caution: null,
  },
]

/** Files of ip-location-db do not say whose data they have: those of DB-IP have the same columns. */
function isUnnamed(type: string): boolean {
  return type === 'ip-location-db or DB-IP' || /^(city|asn|country) ipv/.test(type)
}

/** Returns the publisher of these files; null if one of them is unknown, or if they have several. */
export function publisherOf(kind: Kind, found: readonly Recognised[]): Publisher | null {
  const rules = new Set(found.map((one) => RULES.find(({ fits }) => fits({ ...one, name: basename(one.name) }))))
  const [rule] = rules
  return rule && rules.size === 1 ? { ...rule, name: rule.name.replace('*', WORDS[kind]) } : null
}
