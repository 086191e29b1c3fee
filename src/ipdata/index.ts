import { Type } from '@sinclair/typebox'
import { type BlockOf, facts } from '../contract/blocks.ts'
import { type NextAction, nextIn } from '../contract/next-action.ts'
import { oneOf, orNull } from '../contract/schema.ts'
import { type Locale, sayIn } from '../contract/text.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { type IpData, REGISTRIES } from './lookup.ts'
import { ageText, toldText } from './told.text.ts'

/** The exports that tools of this domain use. */
export { placeIn } from '../contract/written.ts'

/** The address that an answer is about, and the date of its data. */
export const ADDRESS_FIELDS = {
  ip: Type.String(),
  ipVersion: Type.Union([Type.Literal(4), Type.Literal(6)]),
  dataDate: Type.String(),
}

/** A place without its coordinates. */
export const PLACE_FIELDS = {
  country: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  continent: orNull(Type.String()),
  continentCode: orNull(Type.String()),
  region: orNull(Type.String()),
  city: orNull(Type.String()),
  timezone: orNull(Type.String()),
}

/** The fields of an answer about the registration of an address. */
export const REGISTRATION_FIELDS = {
  ...ADDRESS_FIELDS,
  organization: orNull(Type.String()),
  prefix: orNull(Type.String()),
  registry: orNull(oneOf(...REGISTRIES)),
  country: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  asns: Type.Array(Type.Object({ asn: Type.Integer(), organization: orNull(Type.String()), prefix: orNull(Type.String()) })),
}

/** Returns the network that announces an address, and the registry that keeps its record. */
export function registrationOf(ipdata: IpData, address: Address, locale: Locale) {
  const { asn, organization, prefix } = ipdata.network(address)
  const { country, countryCode } = ipdata.place(address, locale)
  return {
    ip: address.text,
    ipVersion: address.version,
    dataDate: ipdata.dateOf('city', 'network'),
    organization,
    prefix,
    registry: ipdata.registry(address),
    country,
    countryCode,
    asns: asn === null ? [] : [{ asn, organization, prefix }],
  }
}

/**
 * Reverse-proxy networks, which answer on behalf of other people's servers, with the AS numbers that announce them. Only
 * networks that do little else are listed: an address of a general cloud may be the server itself.
 */
const PROXY_NETWORKS: Record<string, readonly number[]> = {
  Akamai: [12222, 16625, 20940, 21342, 24319, 26008, 31108, 32787, 33905, 34164, 35994],
  'bunny.net': [200325],
  Cloudflare: [13335, 14789, 203898, 209242, 394536, 395747],
  'DDoS-Guard': [57724],
  Fastly: [54113],
  Imperva: [19551],
  Qrator: [200449],
  StormWall: [59796],
  Sucuri: [30148],
}

const BY_ASN = new Map(Object.entries(PROXY_NETWORKS).flatMap(([name, asns]) => asns.map((asn) => [asn, name] as const)))

/** Returns the reverse-proxy network that an AS number belongs to; null for any other. */
export function proxyNetworkOf(asn: number | null): string | null {
  return asn === null ? null : (BY_ASN.get(asn) ?? null)
}

/** Returns the reverse proxy that an address belongs to; null for any other, and for a text that is not an address. */
export function proxyAt(text: string, ipdata: Pick<IpData, 'network'>): string | null {
  const address = parseAddress(text)
  return address && proxyNetworkOf(ipdata.network(address).asn)
}

interface Source {
  readonly ipVersion: number
  readonly dataDate: string
  readonly continent?: string | null
}

/** Returns the facts on what the data say of an address and how old they are, for those who ask. */
export function sourceFacts({ ipVersion, dataDate, continent }: Source, locale: Locale): BlockOf<'facts'> {
  const say = sayIn(toldText, locale)
  const rows = [
    [say('continent'), continent],
    [say('version'), `IPv${ipVersion}`],
    [say('data'), dataDate],
  ] as const
  return facts(rows, { more: true })
}

export function networkFacts(organization: string | null, asns: readonly number[], locale: Locale) {
  const say = sayIn(toldText, locale)
  return [[say('network'), organization] as const, [say('asn'), asns.map((asn) => `AS${asn}`).join(', ')] as const]
}

const DAY_MS = 86_400_000
/** Within a year, many networks get another holder. */
const TRUSTED_DAYS = 365

/** Returns a remark for guidance that rests on the network of an address: nothing, unless the data are more than a year old. */
export function doubtsAbout(ipdata: Pick<IpData, 'dateOf'>, locale: Locale): NextAction[] {
  const days = Math.floor((Date.now() - Date.parse(ipdata.dateOf('network'))) / DAY_MS)
  return days > TRUSTED_DAYS ? [nextIn(ageText, locale)('old-ip-data', { days })] : []
}
