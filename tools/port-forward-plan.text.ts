import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'What to type into which router so that a service can be reached from outside, and when it cannot',
  },
  ko: {
    summary: '외부에서 서비스에 접속하려면 공유기에 무엇을 입력해야 하는지, 포트포워딩이 되지 않는 회선인지 알려 줍니다',
  },
})
