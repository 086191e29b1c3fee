import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'How to get into the router: what to open in which order, what appears, and what to do if it does not',
  },
  ko: {
    summary: '공유기에 로그인할 때 무엇을 어떤 순서로 열고, 무엇이 나타나며, 안 되면 어떻게 해야 하는지 알려 줍니다',
  },
})
