import { defineText } from '../../contract/text.ts'

export const manyText = defineText({
  en: {
    'too-many-lines': 'A request may have at most {limit} lines, and this one has {lines}. Send them in several requests.',
    crowded: 'Too many requests with many lines are being answered. Try again in {seconds} s.',
  },
  ko: {
    'too-many-lines': '요청 한 번에 {limit}줄까지 보낼 수 있는데 {lines}줄이 왔습니다. 여러 번에 나누어 보내십시오.',
    crowded: '여러 줄로 된 요청이 한꺼번에 너무 많이 들어왔습니다. {seconds}초 후에 다시 시도하십시오.',
  },
})
