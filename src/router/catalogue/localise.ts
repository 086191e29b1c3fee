import { defineText, inBoth, type Locale } from '../../contract/text.ts'
import { RECORD_TYPES } from '../../net/dns/rdata.ts'
import type { Catalogue } from './index.ts'
import type { Named } from './names.ts'
import type { Localized } from './schema.ts'

/** The purpose of each type of DNS record. */
const recordTypesText = defineText(
  inBoth({
    A: ['IPv4 address', 'IPv4 주소'],
    NS: ['Name servers', '네임서버'],
    CNAME: ['Alias of another name', '다른 이름의 별칭'],
    SOA: ['Start of authority: basic data of the zone', '존(zone)의 기본 정보'],
    PTR: ['Host name of an address', 'IP 주소의 이름(역방향)'],
    MX: ['Mail servers', '메일 서버'],
    TXT: ['Text (SPF, proof of ownership)', '텍스트(SPF, 소유 확인 등)'],
    AAAA: ['IPv6 address', 'IPv6 주소'],
    SRV: ['Host and port of a service', '서비스의 호스트와 포트'],
    NAPTR: ['Rewriting rules (telephony)', '이름 변환 규칙(전화 서비스)'],
    DS: ['DNSSEC: fingerprint of a zone key', 'DNSSEC: 존 키의 지문'],
    DNSKEY: ['DNSSEC: public keys of a zone', 'DNSSEC: 존의 공개 키'],
    TLSA: ['Certificates of a service (DANE)', '서비스에 쓰이는 인증서(DANE)'],
    SVCB: ['How to reach a service', '서비스 접속 방법'],
    HTTPS: ['How to reach a website', '웹사이트 접속 방법'],
    CAA: ['Who may issue certificates', '인증서를 발급할 수 있는 기관'],
  }),
)

/** Returns the answer of `GET /api/catalog`: everything that a caller can name, in the language of the reader. */
export function localise(catalogue: Catalogue, locale: Locale) {
  const { useCases, brands, isps, platforms } = catalogue
  return {
    services: useCases.map((entry) => ({ ...listed(entry, locale), category: entry.category })),
    brands: brands.map((entry) => ({ ...listed(entry, locale), kind: entry.kind })),
    providers: isps.map((entry) => ({ ...listed(entry, locale), country: entry.country })),
    recordTypes: RECORD_TYPES.map((id) => ({ id, name: recordTypesText.say(locale, id, {}), aliases: [] })),
    platforms: platforms.map((entry) => listed(entry, locale)),
  }
}

/** Returns the same lists with no more than id and name. */
export function shortLists(catalogue: Catalogue, locale: Locale) {
  const lists = Object.entries(localise(catalogue, locale))
  return Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(({ id, name }) => ({ id, name }))]))
}

function listed({ id, name, aliases }: Named & { readonly name: Localized }, locale: Locale) {
  return { id, name: name[locale], aliases: aliasesIn(aliases, locale) }
}

/** Returns the aliases for a reader: in Korean those in both scripts, Korean first; in English those in Latin script. */
function aliasesIn(aliases: readonly string[], locale: Locale): string[] {
  const isKorean = (alias: string) => /\p{Script=Hangul}/u.test(alias)
  const latin = aliases.filter((alias) => !isKorean(alias))
  return locale === 'ko' ? [...aliases.filter(isKorean), ...latin] : latin
}
