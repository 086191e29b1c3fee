import { defineText } from '../../../contract/text.ts'

export const elsewhereText = defineText({
  en: {
    see: 'See from other places',
    sends: 'Your browser then sends this request to {names} as well.',
    asking: 'asking ...',
    paths: 'The ways from {names} on a map of the world',
  },
  ko: {
    see: '다른 곳에서도 확인',
    sends: '누르면 브라우저가 같은 요청을 {names}에도 보냅니다.',
    asking: '확인하는 중...',
    paths: '{names}에서 출발한 경로를 표시한 세계 지도',
  },
})
