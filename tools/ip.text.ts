import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { summary: 'Your public IP address, as plain text' },
  ko: { summary: '내 공인 IP 주소를 일반 텍스트로 표시합니다' },
})
