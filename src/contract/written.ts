/** Places, as people write them. */
import type { Locale } from './text.ts'

/** The provinces and large cities of Korea, by their names in the data. */
const KOREAN_REGIONS: Readonly<Record<string, string>> = {
  Seoul: '서울',
  Busan: '부산',
  Daegu: '대구',
  Incheon: '인천',
  Gwangju: '광주',
  Daejeon: '대전',
  Ulsan: '울산',
  Sejong: '세종',
  'Gyeonggi-do': '경기도',
  'Gangwon-do': '강원특별자치도',
  'Chungcheongbuk-do': '충청북도',
  'North Chungcheong': '충청북도',
  'Chungcheongnam-do': '충청남도',
  'Jeollabuk-do': '전북특별자치도',
  'North Jeolla': '전북특별자치도',
  'Jeollanam-do': '전라남도',
  'Gyeongsangbuk-do': '경상북도',
  'Gyeongsangnam-do': '경상남도',
  'Jeju-do': '제주특별자치도',
}

/** Returns a place as people write it: the smallest part first in English, the largest first in Korean; null if nothing is known. */
export function placeIn(
  { city, region, country, countryCode }: Pick<AddressFacts, 'city' | 'region' | 'country' | 'countryCode'>,
  locale: Locale,
): string | null {
  const named = (part: string | null) => (locale === 'ko' && countryCode === 'KR' && part !== null ? inKorean(part) : part)
  // A city that is its own region, also one with its district in brackets, is written once.
  const [small, large] = [named(city), named(region)]
  const parts = [...new Set([small, large !== null && small?.startsWith(`${large} (`) ? null : large, country])].filter(
    (part) => part !== null,
  )
  if (parts.length === 0) return null
  return locale === 'ko' ? parts.toReversed().join(' ') : parts.join(', ')
}

/** Returns "Seoul (Jongno-gu)" as "서울 (Jongno-gu)": only the names of regions are known in Korean. */
function inKorean(part: string): string {
  const [, name = part, rest = ''] = /^(.+?)( \(.*)?$/.exec(part) ?? []
  return `${KOREAN_REGIONS[name] ?? name}${rest}`
}

/** The facts about an address, in the fields of `/api/ip/json`; null if not known. */
export interface AddressFacts {
  readonly ip: string
  readonly country: string | null
  readonly countryCode: string | null
  readonly region: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly timezone: string | null
  readonly asn: number | null
  readonly organization: string | null
}
