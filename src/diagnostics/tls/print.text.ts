import { defineText } from '../../contract/text.ts'

/** The words of a connection for a terminal that are not those of openssl: codes stand in brackets behind them. */
export const printText = defineText({
  en: {
    connecting: 'Connecting to {address}',
    'connect-failed': 'No connection could be made ({reason})',
    'no-tls': 'No TLS handshake was possible ({reason})',
    timeout: 'No answer came in time ({reason})',
    more: '({count} more)',
    days: '{count} days left',
    trusted: 'OK',
    'not-trusted': 'FAILED ({problems})',
    unknown: 'not known: {names}',
    stapled: 'stapled',
    'not-stapled': 'not sent',
  },
  ko: {
    connecting: '연결 대상: {address}',
    'connect-failed': '연결하지 못함({reason})',
    'no-tls': 'TLS 연결을 맺지 못함({reason})',
    timeout: '제때 응답이 오지 않음({reason})',
    more: '(외 {count}개)',
    days: '{count}일 남음',
    trusted: '신뢰할 수 있음',
    'not-trusted': '신뢰할 수 없음({problems})',
    unknown: '확인하지 못함: {names}',
    stapled: '함께 보냄(stapled)',
    'not-stapled': '보내지 않음',
  },
})
