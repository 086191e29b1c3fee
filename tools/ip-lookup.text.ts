import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'label.ip': ['IP address', 'IP 주소'],
  'field.ip': ['A public IPv4 or IPv6 address.', '조회할 공인 IPv4 또는 IPv6 주소입니다.'],
  prefix: ['Range of addresses', 'IP 대역(프리픽스)'],
  registry: ['Registry', '관할 등록 기관'],
  country: ['Country', '국가'],
  'registry.AFRINIC': ['AFRINIC (Africa)', 'AFRINIC(아프리카)'],
  'registry.APNIC': ['APNIC (Asia and Pacific)', 'APNIC(아시아·태평양)'],
  'registry.ARIN': ['ARIN (North America)', 'ARIN(북미)'],
  'registry.LACNIC': ['LACNIC (Latin America)', 'LACNIC(중남미)'],
  'registry.RIPE NCC': ['RIPE NCC (Europe, Middle East)', 'RIPE NCC(유럽·중동)'],
  addresses: ['one of {count} addresses', '주소 {count}개 중 하나'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    title: 'Look up a network',
    summary: 'The network, prefix and registry of a public IP address',
    'use-when':
      'You want to know who owns an IP, which company or organization runs its network (a data center, a provider), its ASN, prefix or registry.',
    'not-for': 'For the place of an address use ip-location, for its names reverse-dns.',
    'headline.known': '{ip} belongs to the network of {organization}.',
    'headline.unknown': 'Nothing is known of the network that {ip} belongs to.',
  },
  ko: {
    ...WORDS.ko,
    title: 'IP 네트워크 조회',
    summary: '공인 IP 주소가 속한 네트워크와 IP 대역(프리픽스), 관할 등록 기관을 조회합니다',
    'use-when': 'IP 주소가 어느 회사나 기관의 것인지(ASN) 알고 싶을 때 사용하십시오.',
    'not-for': '위치는 ip-location, 주소에 등록된 이름은 reverse-dns로 확인하십시오.',
    'headline.known': '{ip} 주소가 속한 네트워크의 운영 기관은 {organization}입니다.',
    'headline.unknown': '{ip} 주소가 속한 네트워크는 알려져 있지 않습니다.',
  },
})
