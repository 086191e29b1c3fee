import type { Dataset } from '../ipdata/embedded.ts'
import { type Both, both } from '../platform/misfit.ts'
import type { Recognised } from './reading/reading.ts'
import type { Kind } from './reading/rows.ts'

/** The terms of a licence: the name and the link to show with the data. */
export type Credit = Pick<Dataset, 'licence' | 'licenceUrl' | 'attribution' | 'attributionUrl'>

/** A publisher of data that we know. */
interface Publisher {
  readonly name: string
  readonly credit: Credit
  /** A warning to those who pass the data on; null if there is none. */
  readonly caution: Both | null
}

const CC_BY = { licence: 'CC BY 4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' }
const CC_BY_SA = { licence: 'CC BY-SA 4.0', licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/' }
export const CC0 = { licence: 'CC0 1.0', licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/' }
const PDDL = { licence: 'PDDL 1.0', licenceUrl: 'https://opendatacommons.org/licenses/pddl/1-0/' }
const GEOLITE = { licence: 'GeoLite2 End User License Agreement', licenceUrl: 'https://www.maxmind.com/en/geolite2/eula' }

export const DBIP_CREDIT = {
  ...CC_BY,
  attribution: 'IP Geolocation by DB-IP',
  attributionUrl: 'https://db-ip.com',
} satisfies Credit
export const ASN_CREDIT: Credit = {
  ...CC_BY,
  attribution: 'RouteViews (routeviews.org), NRO (nro.net), IP Geolocation by DB-IP',
  attributionUrl: 'https://db-ip.com',
}
const NRO_CREDIT: Credit = { ...CC0, attribution: 'NRO (nro.net)', attributionUrl: 'https://www.nro.net' }
const IPINFO_CREDIT: Credit = {
  ...CC_BY_SA,
  attribution: 'IP address data powered by IPinfo',
  attributionUrl: 'https://ipinfo.io',
}
const IPTOASN_CREDIT: Credit = { ...PDDL, attribution: 'iptoasn.com', attributionUrl: 'https://iptoasn.com' }
const GEOLITE_CREDIT: Credit = {
  ...GEOLITE,
  attribution: 'This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com',
  attributionUrl: 'https://www.maxmind.com',
}

const WORDS: Record<Kind, string> = { city: 'City', asn: 'ASN', country: 'Country' }
const EULA_CAUTION = both(
  'the licence of GeoLite2 sets conditions for passing it on, and asks for old data to be deleted within 30 days',
  'GeoLite2 라이선스에는 재배포 조건이 있으며, 오래된 데이터를 30일 안에 지워야 합니다',
)
const SHARE_CAUTION = both(
  'the licence of IPinfo Lite asks that data made from it be passed on under the same licence',
  'IPinfo Lite로 만든 데이터는 같은 라이선스로 배포해야 합니다',
)

/** Told by the type that an MMDB names or by whose layout a table has, otherwise by the name of the file. The first that fits. */
const RULES: readonly { readonly fits: (found: Recognised) => boolean; readonly publisher: (kind: Kind) => Publisher }[] = [
  {
    fits: ({ type, name }) => /^GeoLite2-/.test(type) || /^geolite2/i.test(name) || (type === 'MaxMind' && !/geoip2/i.test(name)),
    publisher: (kind) => ({ name: `GeoLite2 ${WORDS[kind]}`, credit: GEOLITE_CREDIT, caution: EULA_CAUTION }),
  },
  {
    fits: ({ type, name }) =>
      type === 'IPinfo' || /^ipinfo\b.*(lite|country_asn|free)/i.test(type) || (/^ipinfo\b/i.test(type) && isIpinfoLite(name)),
    publisher: () => ({ name: 'IPinfo Lite', credit: IPINFO_CREDIT, caution: SHARE_CAUTION }),
  },
  {
    fits: ({ type, name }) => type === 'iptoasn' || /^(iptoasn|ip2asn)/i.test(name),
    publisher: () => ({ name: 'iptoasn', credit: IPTOASN_CREDIT, caution: null }),
  },
  {
    fits: ({ type, name }) => /^DBIP-.*Lite/i.test(type) || type === 'DB-IP' || (isUnnamed(type) && /^dbip-/i.test(name)),
    publisher: (kind) => ({ name: `DB-IP ${WORDS[kind]} Lite`, credit: DBIP_CREDIT, caution: null }),
  },
  {
    fits: ({ type, name }) => isUnnamed(type) && /^asn[-.]/.test(name),
    publisher: () => ({ name: 'ip-location-db ASN (RouteViews, NRO, DB-IP ASN Lite)', credit: ASN_CREDIT, caution: null }),
  },
  {
    fits: ({ type, name }) => isUnnamed(type) && /^(geo-)?(whois-)?asn-country/.test(name),
    publisher: () => ({ name: 'ip-location-db whois country', credit: NRO_CREDIT, caution: null }),
  },
]

function isIpinfoLite(name: string): boolean {
  return /^(ipinfo_lite|country_asn|country|asn)\b/.test(name)
}

/** Files of ip-location-db do not say whose data they have: those of DB-IP have the same columns. */
function isUnnamed(type: string): boolean {
  return type === 'ip-location-db or DB-IP' || /^(city|asn|country) ipv/.test(type)
}

/** Returns the publisher of these files; null if one of them is unknown, or if they have several. */
export function publisherOf(kind: Kind, found: readonly Recognised[]): Publisher | null {
  const publishers = found.map(
    (one) =>
      RULES.find(({ fits }) => fits({ ...one, name: one.name.slice(one.name.lastIndexOf('/') + 1) }))?.publisher(kind) ?? null,
  )
  const [first = null] = publishers
  return publishers.every((publisher) => publisher?.name === first?.name) ? first : null
}
