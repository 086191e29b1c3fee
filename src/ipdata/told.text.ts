import { defineText } from '../contract/text.ts'

export const toldText = defineText({
  en: { network: 'Network', asn: 'AS number', continent: 'Continent', version: 'Version of IP', data: 'Data of' },
  ko: { network: '네트워크 운영 기관', asn: 'AS 번호', continent: '대륙', version: 'IP 버전', data: '데이터 기준일' },
})
