import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { title: 'Your address', summary: 'Your public IP address, as plain text' },
  ko: { title: '내 IP 주소', summary: '내 공인 IP 주소를 일반 텍스트로 표시합니다' },
})
