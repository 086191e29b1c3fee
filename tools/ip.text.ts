import { defineText, inBoth } from '../src/tool.ts'

export const text = defineText(
  inBoth({
    title: ['Your address', '내 IP 주소'],
    summary: ['Your public IP address, as plain text', '내 공인 IP 주소를 일반 텍스트로 표시합니다'],
    'use-when': [
      'You want to know "what is my IP", or need nothing but the address in a script.',
      '내 IP 주소가 무엇인지 알고 싶거나 스크립트에서 주소만 필요할 때 사용하십시오.',
    ],
    'not-for': ['For its network and place use ip-json.', '네트워크와 위치는 ip-json으로 확인하십시오.'],
  }),
)
