import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'The network, prefix and registry of a public IP address',
    'label.ip': 'IP address',
    'field.ip': 'A public IPv4 or IPv6 address.',
  },
  ko: {
    summary: '공인 IP 주소가 속한 네트워크와 IP 대역(프리픽스), 관할 등록 기관을 조회합니다',
    'label.ip': 'IP 주소',
    'field.ip': '조회할 공인 IPv4 또는 IPv6 주소입니다.',
  },
})
