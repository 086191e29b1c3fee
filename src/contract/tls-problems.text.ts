import { inBoth } from './text.ts'

/** The problems of certificates in words, for results and for links to them. */
export const TLS_PROBLEMS_TEXT = inBoth({
  'problem.expired': ['Expired', '만료됨'],
  'problem.not-yet-valid': ['Not yet valid', '유효 기간이 시작되지 않음'],
  'problem.hostname-mismatch': ['Not for this name', '이 이름에 대한 인증서가 아님'],
  'problem.self-signed': ['Signed by itself', '자체 서명'],
  'problem.untrusted-root': ['Its root is not trusted', '신뢰할 수 없는 루트 인증서'],
  'problem.incomplete-chain': ['Missing: the server does not send it', '누락됨: 서버가 보내지 않음'],
  'problem.invalid-issuer': ['Its issuer may not issue it', '발급 권한이 없는 발급 기관'],
  'problem.wrong-purpose': ['Not for servers', '서버용이 아님'],
  'problem.weak-key': ['Weak key', '약한 키'],
  'problem.weak-signature': ['Weak signature', '약한 서명'],
  'problem.weak-protocol': ['Old versions of TLS are still on', '오래된 TLS 버전 사용 중'],
  'problem.expires-soon': ['Expires soon', '곧 만료됨'],
})
