import { defineText } from 'doorstep'

export const text = defineText({
  en: {
    summary: 'Whether a time server answers, and how far its clock is from that of this server',
    'label.host': 'Time server',
    'field.host': 'The host name or address of the time server.',
    'label.port': 'Port',
    'field.port': 'The UDP port of the time server.',
    'ask-another': '{host} did not answer over NTP. Enter another time server in the router.',
  },
  ko: {
    summary: '시간 서버가 응답하는지, 서버 시각이 이 서버의 시각과 얼마나 다른지 확인합니다',
    'label.host': '시간 서버',
    'field.host': '시간 서버의 호스트 이름이나 주소입니다.',
    'label.port': '포트',
    'field.port': '시간 서버의 UDP 포트입니다.',
    'ask-another': 'NTP 요청에 응답하지 않은 시간 서버: {host}. 공유기에 다른 시간 서버를 입력하십시오.',
  },
})
