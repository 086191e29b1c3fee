import { defineText } from '../../../contract/text.ts'

/** Findings of results in words: the codes of answers never change with the language. */
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
    'language.other': '이 결과는 영어로 표시되어 있습니다.',
    'language.again': '한국어로 다시 실행',
  },
})

type Key = keyof typeof foundText.en

/** Returns the key of a code, if there are words for it: a newer server may find something else. */
export function foundKey(kind: 'tls', code: string): Key | null {
  const key = `${kind}.${code}`
  return isKey(key) ? key : null
}

function isKey(key: string): key is Key {
  return Object.hasOwn(foundText.en, key)
}
