import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: { summary: 'The place of a public IP address: country, region, city, coordinates, time zone' },
  ko: { summary: '공인 IP 주소의 위치(국가, 지역, 도시, 좌표, 시간대)를 조회합니다' },
})
