import { gzipSync } from 'node:zlib'
import type { Value } from '../../../src/ipdata/mmdb/file.ts'
import { smallMmdb } from './mmdb.ts'

/** Small files as publishers write them, by the names that they have there. Every one of them says the same of 192.0.2.0/24 and of 2001:db8::/32. */
export const PLACE = { countryCode: 'KR', city: 'Seoul', region: 'Seoul' }
export const NETWORK = { asn: 64500, organization: 'Example "Net", Inc.' }

const LINES = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const V6_END = '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'
const NAME = '"Example ""Net"", Inc."'
const NAMES = (en: string) => ({ names: { de: `${en} (de)`, en, ja: 'ソウル' } })

const geolite: Value = {
  city: { geoname_id: 1835848, ...NAMES('Seoul') },
  continent: { code: 'AS', geoname_id: 6255147, ...NAMES('Asia') },
  country: { geoname_id: 1835841, iso_code: 'KR', ...NAMES('South Korea') },
  location: { accuracy_radius: 20, latitude: 37.5, longitude: 127, time_zone: 'Asia/Seoul' },
  postal: { code: '04524' },
  registered_country: { geoname_id: 1835841, iso_code: 'KR', ...NAMES('South Korea') },
  subdivisions: [{ geoname_id: 1835847, iso_code: '11', ...NAMES('Seoul') }],
}
const dbip: Value = {
  city: { names: { en: 'Seoul' } },
  continent: { code: 'AS', geoname_id: 6255147, names: { en: 'Asia', ko: '아시아' } },
  country: { geoname_id: 1835841, is_in_european_union: false, iso_code: 'KR', names: { en: 'South Korea', ko: '대한민국' } },
  location: { latitude: 37.5, longitude: 127 },
  subdivisions: [{ names: { en: 'Seoul' } }],
}
const ipinfo: Value = {
  as_domain: 'example.net',
  as_name: NETWORK.organization,
  asn: 'AS64500',
  continent: 'Asia',
  continent_code: 'AS',
  country: 'South Korea',
  country_code: 'KR',
}
const asn: Value = { autonomous_system_number: 64500, autonomous_system_organization: NETWORK.organization }
const both = (record: Value) => ({ '192.0.2.0/24': record, '2001:db8::/32': record })
const NOVEMBER = 1_793_491_200

const IPINFO_HEADER = 'network,country,country_code,continent,continent_code,asn,as_name,as_domain'
const ipinfoLine = (network: string) => `${network},South Korea,KR,Asia,AS,AS64500,${NAME},example.net`
const ipinfoJson = (network: string) => JSON.stringify({ network, ...(ipinfo as object) })
const IPTOASN_V4 = ['0.0.0.0\t0.255.255.255\t0\tNone\tNot routed', `192.0.2.0\t192.0.2.255\t64500\tKR\t${NETWORK.organization}`]
const IPTOASN_V6 = [`2001:db8::\t${V6_END}\t64500\tKR\t${NETWORK.organization}`, '2001:db9::\tffff::\t0\tNone\tNot routed']

export const FILES: Readonly<Record<string, string | Buffer>> = {
  'dbip-city-lite-2026-11.csv.gz': gzipSync(
    LINES('192.0.2.0,192.0.2.255,AS,KR,Seoul,Seoul,37.5,127', `2001:db8::,${V6_END},AS,KR,"Seoul","Seoul",37.5,127`),
  ),
  'dbip-city-lite-2026-11.mmdb': smallMmdb(both(dbip), 'DBIP-City-Lite', NOVEMBER),
  'dbip-asn-lite-2026-11.csv': LINES(`192.0.2.0,192.0.2.255,64500,${NAME}`, `2001:db8::,${V6_END},64500,${NAME}`),
  'dbip-asn-lite-2026-11.mmdb.gz': gzipSync(smallMmdb(both(asn), 'DBIP-ASN-Lite (compat=GeoLite2-ASN)', NOVEMBER)),
  'dbip-country-lite-2026-11.csv': LINES('192.0.2.0,192.0.2.255,KR', `2001:db8::,${V6_END},KR`),
  'GeoLite2-City.mmdb': smallMmdb(both(geolite), 'GeoLite2-City', NOVEMBER),
  'GeoLite2-ASN.mmdb': smallMmdb(both(asn), 'GeoLite2-ASN', NOVEMBER),
  'GeoLite2-Country.mmdb': smallMmdb(
    both({ country: { iso_code: 'KR', ...NAMES('South Korea') } }),
    'GeoLite2-Country',
    NOVEMBER,
  ),
  'GeoLite2-City-Blocks-IPv4.csv': LINES(
    'network,geoname_id,registered_country_geoname_id,represented_country_geoname_id,is_anonymous_proxy,is_satellite_provider,postal_code,latitude,longitude,accuracy_radius,is_anycast',
    '192.0.2.0/24,1835848,1835841,,0,0,04524,37.5000,127.0000,20,',
  ),
  'GeoLite2-City-Blocks-IPv6.csv': LINES(
    'network,geoname_id,registered_country_geoname_id,represented_country_geoname_id,is_anonymous_proxy,is_satellite_provider,postal_code,latitude,longitude,accuracy_radius,is_anycast',
    '2001:db8::/32,1835848,1835841,,0,0,,37.5000,127.0000,20,',
  ),
  'GeoLite2-City-Locations-en.csv': LINES(
    'geoname_id,locale_code,continent_code,continent_name,country_iso_code,country_name,subdivision_1_iso_code,subdivision_1_name,subdivision_2_iso_code,subdivision_2_name,city_name,metro_code,time_zone,is_in_european_union',
    '1835848,en,AS,Asia,KR,"South Korea",11,Seoul,,,Seoul,,Asia/Seoul,0',
  ),
  'GeoLite2-City-Locations-de.csv': LINES(
    'geoname_id,locale_code,continent_code,continent_name,country_iso_code,country_name,subdivision_1_iso_code,subdivision_1_name,subdivision_2_iso_code,subdivision_2_name,city_name,metro_code,time_zone,is_in_european_union',
    '1835848,de,AS,Asien,KR,Südkorea,11,Söul,,,Söul,,Asia/Seoul,0',
  ),
  'GeoLite2-ASN-Blocks-IPv4.csv': LINES(
    'network,autonomous_system_number,autonomous_system_organization',
    `192.0.2.0/24,64500,${NAME}`,
  ),
  'GeoLite2-ASN-Blocks-IPv6.csv': LINES(
    'network,autonomous_system_number,autonomous_system_organization',
    `2001:db8::/32,64500,${NAME}`,
  ),
  'ipinfo_lite.csv.gz': gzipSync(
    LINES(IPINFO_HEADER, ipinfoLine('192.0.2.0/24'), ipinfoLine('2001:db8::/32'), '203.0.113.7,Nowhere,,,,,,'),
  ),
  'ipinfo_lite.json.gz': gzipSync(LINES(ipinfoJson('192.0.2.0/24'), ipinfoJson('2001:db8::/32'))),
  'ipinfo_lite.mmdb': smallMmdb(both(ipinfo), 'ipinfo generic_lite.mmdb', NOVEMBER),
  'country_asn.csv': LINES(
    'start_ip,end_ip,country,country_name,continent,continent_name,asn,as_name,as_domain',
    `192.0.2.0,192.0.2.255,KR,South Korea,AS,Asia,AS64500,${NAME},example.net`,
    `2001:db8::,${V6_END},KR,South Korea,AS,Asia,AS64500,${NAME},example.net`,
  ),
  'ip2asn-v4.tsv.gz': gzipSync(LINES(...IPTOASN_V4)),
  'ip2asn-v6.tsv.gz': gzipSync(LINES(...IPTOASN_V6)),
  'ip2asn-combined.tsv': LINES(...IPTOASN_V4, ...IPTOASN_V6),
  'ip2asn-v4-u32.tsv': LINES('0\t16777215\t0\tNone\tNot routed', `3221225984\t3221226239\t64500\tKR\t${NETWORK.organization}`),
  'dbip-city-ipv4.csv': LINES('192.0.2.0,192.0.2.255,KR,Seoul,,Seoul,,37.5,127,'),
  'dbip-city-ipv6.csv': LINES(`2001:db8::,${V6_END},KR,Seoul,,Seoul,,37.5,127,`),
  'dbip-city-ipv4-num.csv': LINES('3221225984,3221226239,KR,Seoul,,Seoul,,37.5,127,'),
  'asn-ipv4.csv': LINES(`192.0.2.0,192.0.2.255,64500,${NAME}`),
  'asn-ipv6.csv': LINES(`2001:db8::,${V6_END},64500,${NAME}`),
  'geo-whois-asn-country-ipv4.csv': LINES('192.0.2.0,192.0.2.255,KR', '3.0.0.0,3.0.255.255,KR'),
}

const set = (kind: 'city' | 'asn', name: string, licence: string, ...files: [string, ...string[]]) => ({
  kind,
  files,
  name,
  licence,
})

/** The files of each publisher that belong together, what they are taken as, and whose they are said to be. */
export const SETS = [
  set('city', 'DB-IP City Lite', 'CC BY 4.0', 'dbip-city-lite-2026-11.csv.gz'),
  set('city', 'DB-IP City Lite', 'CC BY 4.0', 'dbip-city-lite-2026-11.mmdb'),
  set('city', 'GeoLite2 City', 'GeoLite2 End User License Agreement', 'GeoLite2-City.mmdb'),
  set(
    'city',
    'GeoLite2 City',
    'GeoLite2 End User License Agreement',
    'GeoLite2-City-Locations-de.csv',
    'GeoLite2-City-Blocks-IPv4.csv',
    'GeoLite2-City-Locations-en.csv',
    'GeoLite2-City-Blocks-IPv6.csv',
  ),
  set('city', 'DB-IP City Lite', 'CC BY 4.0', 'dbip-city-ipv4.csv', 'dbip-city-ipv6.csv'),
  set('city', 'DB-IP City Lite', 'CC BY 4.0', 'dbip-city-ipv4-num.csv', 'dbip-city-ipv6.csv'),
  set('asn', 'DB-IP ASN Lite', 'CC BY 4.0', 'dbip-asn-lite-2026-11.csv'),
  set('asn', 'DB-IP ASN Lite', 'CC BY 4.0', 'dbip-asn-lite-2026-11.mmdb.gz'),
  set('asn', 'GeoLite2 ASN', 'GeoLite2 End User License Agreement', 'GeoLite2-ASN.mmdb'),
  set(
    'asn',
    'GeoLite2 ASN',
    'GeoLite2 End User License Agreement',
    'GeoLite2-ASN-Blocks-IPv4.csv',
    'GeoLite2-ASN-Blocks-IPv6.csv',
  ),
  set('asn', 'IPinfo Lite', 'CC BY-SA 4.0', 'ipinfo_lite.csv.gz'),
  set('asn', 'IPinfo Lite', 'CC BY-SA 4.0', 'ipinfo_lite.json.gz'),
  set('asn', 'IPinfo Lite', 'CC BY-SA 4.0', 'ipinfo_lite.mmdb'),
  set('asn', 'IPinfo Lite', 'CC BY-SA 4.0', 'country_asn.csv'),
  set('asn', 'iptoasn', 'PDDL 1.0', 'ip2asn-v4.tsv.gz', 'ip2asn-v6.tsv.gz'),
  set('asn', 'iptoasn', 'PDDL 1.0', 'ip2asn-combined.tsv'),
  set('asn', 'iptoasn', 'PDDL 1.0', 'ip2asn-v4-u32.tsv', 'ip2asn-v6.tsv.gz'),
  set('asn', 'ip-location-db ASN (RouteViews, NRO, DB-IP ASN Lite)', 'CC BY 4.0', 'asn-ipv4.csv', 'asn-ipv6.csv'),
]
