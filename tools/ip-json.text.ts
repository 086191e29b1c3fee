import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { title: 'Your address with network and place', summary: 'Your public IP address with its network and place' },
  ko: { title: '내 IP 주소와 위치', summary: '내 공인 IP 주소와 소속 네트워크, 위치를 표시합니다' },
})
