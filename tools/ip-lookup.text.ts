import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { summary: 'The network, prefix and registry of a public IP address' },
  ko: { summary: '공인 IP 주소가 속한 네트워크와 IP 대역(프리픽스), 관할 등록 기관을 조회합니다' },
})
