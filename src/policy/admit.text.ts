import { defineText } from '../text.ts'

export const admitText = defineText({
  en: {
    'not-an-address':
      'The field "{field}" is not an IP address. Write IPv4 as four decimal numbers (8.8.8.8) or IPv6 as in 2001:4860:4860::8888, without a zone id.',
    'not-public':
      '{address} belongs to {block}, {name} ({rfc}), and has no place on the public internet. Give a globally reachable address.',
    'not-public-unlisted':
      '{address} belongs to {block}, {name}, and has no place on the public internet. Give a globally reachable address.',
    outside:
      '{address} lies outside 2000::/3, the only part of IPv6 that is on the public internet (RFC 4291). Give a globally reachable address.',
    isatap:
      '{address} is an ISATAP address, which carries an IPv4 address (RFC 5214). Give a globally reachable address of its own.',
  },
  ko: {
    'not-an-address':
      '"{field}" 필드의 값이 IP 주소가 아닙니다. IPv4는 8.8.8.8처럼 십진수 네 개로, IPv6는 2001:4860:4860::8888처럼 영역 ID 없이 입력하십시오.',
    'not-public':
      '{address} 주소는 {block} 대역({name}, {rfc})에 속하므로 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    'not-public-unlisted':
      '{address} 주소는 {block} 대역({name})에 속하므로 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    outside:
      '{address} 주소는 IPv6 공인 대역인 2000::/3 밖에 있으므로(RFC 4291) 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    isatap: '{address} 주소는 IPv4 주소를 담은 ISATAP 주소입니다(RFC 5214). 일반 공인 IP 주소를 입력하십시오.',
  },
})
