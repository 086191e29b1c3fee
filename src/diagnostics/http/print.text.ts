import { defineText } from '../../contract/text.ts'

/** The words for a terminal that are not those of curl: codes stand in brackets behind them. */
export const printText = defineText({
  en: {
    'not-trusted': 'certificate not trusted ({error})',
    'more-redirects': '{count} more redirects, which are not shown',
    'more-headers': '{count} more header lines, which are not shown',
    'not-a-field': '(not a header field)',
    'connect-failed': 'no connection could be made ({reason})',
    'tls-failed': 'the TLS handshake failed ({reason})',
    timeout: 'no answer came in time ({reason})',
    'protocol-error': 'the answer is not valid HTTP ({reason})',
    'too-many-redirects': 'too many redirects ({reason})',
    'redirect-refused': 'the redirect was not followed ({reason})',
  },
  ko: {
    'not-trusted': '신뢰할 수 없는 인증서({error})',
    'more-redirects': '표시하지 않은 리디렉션 {count}개',
    'more-headers': '표시하지 않은 헤더 {count}줄',
    'not-a-field': '(헤더 형식이 아님)',
    'connect-failed': '연결하지 못함({reason})',
    'tls-failed': 'TLS 연결을 맺지 못함({reason})',
    timeout: '제때 응답이 오지 않음({reason})',
    'protocol-error': '응답이 올바른 HTTP가 아님({reason})',
    'too-many-redirects': '리디렉션이 너무 많음({reason})',
    'redirect-refused': '따라가지 않은 리디렉션({reason})',
  },
})
