import { defineText } from '../../../contract/text.ts'

/** What results found, in words: the codes of answers never change with the language. */
export const foundText = defineText({
  en: {
    'tls.expired': 'Expired',
    'tls.not-yet-valid': 'Not yet valid',
    'tls.hostname-mismatch': 'Not for this name',
    'tls.self-signed': 'Signed by itself',
    'tls.untrusted-root': 'Its root is not trusted',
    'tls.incomplete-chain': 'Missing: the server does not send it',
    'tls.invalid-issuer': 'Its issuer may not issue it',
    'tls.wrong-purpose': 'Not for servers',
    'tls.weak-key': 'Weak key',
    'tls.weak-signature': 'Weak signature',
    'tls.weak-protocol': 'Old versions of TLS are still on',
    'tls.expires-soon': 'Expires soon',
    'tls.connect-failed': 'No connection could be made.',
    'tls.no-tls': 'What answers there does not speak TLS.',
    'tls.timeout': 'Nothing came back in time.',
    'tls.not-in-chain': 'Does not belong to this chain',
    'tls.days-left': 'Days left',
    'tls.days-over': 'Days since it expired',
    'tls.key': 'Key',
    'http.connect-failed': 'No connection could be made.',
    'http.tls-failed': 'No encrypted connection could be made.',
    'http.timeout': 'Nothing came back in time.',
    'http.protocol-error': 'What came back is not HTTP.',
    'http.too-many-redirects': 'There are too many redirects.',
    'http.redirect-refused': 'It leads to somewhere that is not followed.',
    'dns.consistent': 'Every server says the same.',
    'dns.propagating': 'The change has not reached every server yet.',
    'dns.split': 'The servers say different things.',
    'dns.missing': 'There is no such record.',
    'dns.unavailable': 'Nobody could be asked.',
    'trace.reached': 'The path leads to the end. Hops: {count}',
    'trace.ends': 'The path does not lead to the end.',
    'port.address': 'Address',
    'port.latency': 'Answered after',
    'port.service': 'Usual for this port',
    'language.other': 'This result is in Korean.',
    'language.again': 'Run again in English',
  },
  ko: {
    'tls.expired': '만료됨',
    'tls.not-yet-valid': '유효 기간이 시작되지 않음',
    'tls.hostname-mismatch': '이 이름에 대한 인증서가 아님',
    'tls.self-signed': '자체 서명',
    'tls.untrusted-root': '신뢰할 수 없는 루트 인증서',
    'tls.incomplete-chain': '누락됨: 서버가 보내지 않음',
    'tls.invalid-issuer': '발급 권한이 없는 발급 기관',
    'tls.wrong-purpose': '서버용이 아님',
    'tls.weak-key': '약한 키',
    'tls.weak-signature': '약한 서명',
    'tls.weak-protocol': '오래된 TLS 버전 사용 중',
    'tls.expires-soon': '곧 만료됨',
    'tls.connect-failed': '연결하지 못했습니다.',
    'tls.no-tls': '응답한 서버가 TLS를 사용하지 않습니다.',
    'tls.timeout': '제한 시간 안에 응답이 없습니다.',
    'tls.not-in-chain': '이 체인에 속하지 않음',
    'tls.days-left': '남은 일수',
    'tls.days-over': '만료 후 지난 일수',
    'tls.key': '키',
    'http.connect-failed': '연결하지 못했습니다.',
    'http.tls-failed': '암호화 연결을 만들지 못했습니다.',
    'http.timeout': '제한 시간 안에 응답이 없습니다.',
    'http.protocol-error': 'HTTP가 아닌 응답을 받았습니다.',
    'http.too-many-redirects': '리디렉션이 너무 많습니다.',
    'http.redirect-refused': '따라갈 수 없는 곳으로 리디렉션됩니다.',
    'dns.consistent': '모든 서버의 응답이 같습니다.',
    'dns.propagating': '변경 내용이 아직 모든 서버에 반영되지 않았습니다.',
    'dns.split': '서버마다 응답이 다릅니다.',
    'dns.missing': '해당 레코드가 없습니다.',
    'dns.unavailable': '질의할 수 있는 서버가 없습니다.',
    'trace.reached': '목적지까지 도달합니다. 홉 수: {count}',
    'trace.ends': '목적지까지 도달하지 못합니다.',
    'port.address': '주소',
    'port.latency': '응답 시간',
    'port.service': '이 포트를 주로 쓰는 서비스',
    'language.other': '이 결과는 영어로 표시되어 있습니다.',
    'language.again': '한국어로 다시 실행',
  },
})

type Key = keyof typeof foundText.en
type Plain = Exclude<Key, 'trace.reached'>

/** The key of a code, if there are words for it: a newer server may find something else. */
export function foundKey(kind: 'tls' | 'http' | 'dns', code: string): Plain | null {
  const key = `${kind}.${code}`
  return isPlain(key) ? key : null
}

function isPlain(key: string): key is Plain {
  return Object.hasOwn(foundText.en, key) && key !== 'trace.reached'
}
