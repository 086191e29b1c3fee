import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { summary: 'Your public IP address with its network and place' },
  ko: { summary: '내 공인 IP 주소와 소속 네트워크, 위치를 표시합니다' },
})
