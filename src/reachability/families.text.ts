import { defineText } from '../contract/text.ts'

export const familiesText = defineText({
  en: {
    'family-slow':
      '{summary} If a name has both addresses, programs try this one first, which costs most of them about {delay} ms, some a minute or more.',
  },
  ko: {
    'family-slow':
      '{summary} 도메인에 두 주소가 모두 있으면 프로그램이 이 주소로 먼저 접속을 시도하므로 대부분 {delay}ms쯤, 일부는 1분 넘게 늦어집니다.',
  },
})
