import { defineText, inBoth } from '../src/tool.ts'

export const text = defineText(
  inBoth({
    title: ['Your address with network and place', '내 IP 주소와 위치'],
    summary: ['Your public IP address with its network and place', '내 공인 IP 주소와 소속 네트워크, 위치를 표시합니다'],
    'use-when': [
      'You want to know from which address, provider and place your own requests come.',
      '내 IP 주소가 어느 통신사, 어느 지역으로 보이는지 알고 싶을 때 사용하십시오.',
    ],
    'not-for': ['For any other address use ip-lookup or ip-location.', '다른 주소는 ip-lookup이나 ip-location으로 확인하십시오.'],
  }),
)
