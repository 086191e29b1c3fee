import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.known': ['{ip} is probably in {place}.', '{ip} 주소의 추정 위치는 {place}입니다.'],
  'headline.unknown': ['The place of {ip} is not known.', '{ip} 주소의 위치는 알려져 있지 않습니다.'],
  'label.ip': ['IP address', 'IP 주소'],
  'field.ip': ['A public IPv4 or IPv6 address.', '위치를 확인할 공인 IPv4 또는 IPv6 주소입니다.'],
  timezone: ['Time zone', '시간대'],
  coordinates: ['Coordinates', '위도·경도'],
  map: ['Map with a mark: {place}', '{place} 위치를 표시한 지도'],
  'only-country': ['Only the country is known. Even that can be wrong.', '국가만 알 수 있으며, 국가도 틀릴 수 있습니다.'],
  north: ['N', '북위'],
  south: ['S', '남위'],
  east: ['E', '동경'],
  west: ['W', '서경'],
  degrees: ['{latitude}° {ns}, {longitude}° {ew}', '{ns} {latitude}°, {ew} {longitude}°'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    title: 'Locate an address',
    summary: 'The place of a public IP address: country, region, city, coordinates, time zone',
    'use-when': 'You want to know where an IP is from: in which country, near which city or in which time zone.',
    'not-for': 'It does not find a building or a person. For the network use ip-lookup.',
    roughly: 'The city is often only nearby. It is never a street or a person.',
  },
  ko: {
    ...WORDS.ko,
    title: 'IP 위치 조회',
    summary: '공인 IP 주소의 국가와 지역, 도시, 좌표, 시간대를 조회합니다',
    'use-when': 'IP 주소가 어느 나라에 있는지, 대략적인 도시와 시간대를 알고 싶을 때 사용하십시오.',
    'not-for': '건물이나 사람의 위치는 알 수 없습니다. 네트워크 정보는 ip-lookup으로 확인하십시오.',
    roughly: '도시는 인근 지역으로 표시되는 경우가 많습니다. 건물이나 사람의 위치는 알 수 없습니다.',
  },
})
