import { defineText } from '../../contract/text.ts'

export const printText = defineText({
  en: {
    sighting: 'hop limit {hopLimit}: {from}',
    because: '{from} ({reason})',
    path: 'a router on the way',
    target: 'the public address',
    other: 'another address',
    nothing: 'no answer',
  },
  ko: {
    sighting: '홉 제한 {hopLimit}: {from}',
    because: '{from}({reason})',
    path: '중간 라우터',
    target: '공인 IP 주소',
    other: '다른 주소',
    nothing: '응답 없음',
  },
})
