import { defineText } from '../text.ts'

export const admitText = defineText({
  en: {
    'not-an-address':
      'The field "{field}" is not an IP address. Write IPv4 as four decimal numbers (8.8.8.8) or IPv6 as in 2001:4860:4860::8888, without a zone id.',
    'not-public':
      '{address} belongs to {block}, {name} ({rfc}), and has no place on the public internet. Give a globally reachable address.',
    'not-public-unlisted':
      '{address} belongs to {block}, {name}, and has no place on the public internet. Give a globally reachable address.',
  },
  ko: {
    'not-an-address':
      '"{field}" 필드의 값이 IP 주소가 아닙니다. IPv4는 8.8.8.8처럼 십진수 네 개로, IPv6는 2001:4860:4860::8888처럼 영역 ID 없이 입력하십시오.',
    'not-public':
      '{address} 주소는 {block} 대역({name}, {rfc})에 속하며 공인 인터넷에서 쓰이지 않습니다. 공인 IP 주소를 입력하십시오.',
    'not-public-unlisted':
      '{address} 주소는 {block} 대역({name})에 속하며 공인 인터넷에서 쓰이지 않습니다. 공인 IP 주소를 입력하십시오.',
  },
})
