import { defineText } from '../contract/text.ts'

export const toldText = defineText({
  en: { network: 'Network', asn: 'AS number', continent: 'Continent', version: 'Version of IP', data: 'Data of' },
  ko: { network: '네트워크 운영 기관', asn: 'AS 번호', continent: '대륙', version: 'IP 버전', data: '데이터 기준일' },
})

export const ageText = defineText({
  en: {
    'old-ip-data':
      'The IP data on this server are {days} days old. Networks may have changed hands since then, so check what is said here about your provider or about networks.',
  },
  ko: {
    'old-ip-data':
      '이 서버의 IP 데이터는 {days}일 전에 만들어졌습니다. 그 사이 네트워크의 소유자가 바뀌었을 수 있으므로 통신사와 네트워크에 관한 안내는 다시 확인하십시오.',
  },
})
