import { defineText } from '../../contract/text.ts'

/** The words for a terminal that are not those of ping and traceroute: codes stand in brackets behind them. */
export const printText = defineText({
  en: {
    'not-sent': 'not sent: icmp_seq={seq} ({reason})',
    reply: 'reply from {from}: icmp_seq={seq} ttl={ttl} time={ms} ms',
    'no-answer': 'no answer: icmp_seq={seq}',
    error: 'from {from}: icmp_seq={seq} ({reason})',
    statistics: '{sent} packets transmitted, {received} received, {loss}% packet loss',
    'statistics-of-none': '{sent} packets transmitted',
    'not-reached': 'not reached ({reason})',
    hidden: '(hidden)',
    'this-machine': '(this machine)',
    also: '(also {address})',
  },
  ko: {
    'not-sent': '보내지 못함: icmp_seq={seq} ({reason})',
    reply: '{from} 응답: icmp_seq={seq} ttl={ttl} time={ms} ms',
    'no-answer': '응답 없음: icmp_seq={seq}',
    error: '{from} 오류 응답: icmp_seq={seq} ({reason})',
    statistics: '보냄 {sent}개, 받음 {received}개, 손실 {loss}%',
    'statistics-of-none': '보냄 {sent}개',
    'not-reached': '도달하지 못함({reason})',
    hidden: '(표시하지 않음)',
    'this-machine': '(이 서버)',
    also: '(또는 {address})',
  },
})
