import { defineText } from 'doorstep'

export const text = defineText({
  en: {
    title: 'Check a time server',
    summary: 'Whether a time server answers, and how far its clock is from that of this server',
    'label.host': 'Time server',
    'field.host': 'The host name or address of the time server.',
    'label.port': 'Port',
    'field.port': 'The UDP port of the time server.',
    'use-when': 'A router shows the wrong time or rejects valid certificates.',
    answered: '{host} answers, and its clock is {offset} ms from that of this server.',
    silent: '{host} did not answer over NTP.',
    'result.offsetMs': 'Difference (ms)',
    'ask-another': '{host} did not answer over NTP. Enter another time server in the router.',
  },
  ko: {
    title: '시간 서버 확인',
    summary: '시간 서버가 응답하는지, 서버 시각이 이 서버의 시각과 얼마나 다른지 확인합니다',
    'label.host': '시간 서버',
    'field.host': '시간 서버의 호스트 이름이나 주소입니다.',
    'label.port': '포트',
    'field.port': '시간 서버의 UDP 포트입니다.',
    'use-when': '공유기의 시각이 틀리거나 공유기가 올바른 인증서를 거부할 때 사용하십시오.',
    answered: '{host} 시간 서버가 응답하며, 이 서버의 시각과 {offset} ms 차이가 납니다.',
    silent: '{host} 시간 서버가 NTP 요청에 응답하지 않았습니다.',
    'result.offsetMs': '시각 차이(ms)',
    'ask-another': 'NTP 요청에 응답하지 않은 시간 서버: {host}. 공유기에 다른 시간 서버를 입력하십시오.',
  },
})
