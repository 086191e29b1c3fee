import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'The place of a public IP address: country, region, city, coordinates, time zone',
    'label.ip': 'IP address',
    'field.ip': 'A public IPv4 or IPv6 address.',
  },
  ko: {
    summary: '공인 IP 주소의 위치(국가, 지역, 도시, 좌표, 시간대)를 조회합니다',
    'label.ip': 'IP 주소',
    'field.ip': '위치를 확인할 공인 IPv4 또는 IPv6 주소입니다.',
  },
})
