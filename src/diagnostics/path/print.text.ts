import { defineText } from '../../contract/text.ts'

/** The words for a terminal that are not those of ping and traceroute: codes stand in brackets behind them. */
export const printText = defineText({
  en: {
    reply: 'reply from {from}: icmp_seq={seq} ttl={ttl} time={ms} ms',
    'no-answer': 'no answer: icmp_seq={seq}',
    error: 'from {from}: icmp_seq={seq} ({reason})',
    hidden: '(hidden)',
    'this-machine': '(this machine)',
    also: '(also {address})',
  },
  ko: {
    reply: '{from} 응답: icmp_seq={seq} ttl={ttl} time={ms} ms',
    'no-answer': '응답 없음: icmp_seq={seq}',
    error: '{from} 오류 응답: icmp_seq={seq} ({reason})',
    hidden: '(표시하지 않음)',
    'this-machine': '(이 서버)',
    also: '(또는 {address})',
  },
})
