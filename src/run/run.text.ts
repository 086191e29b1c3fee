import { defineText } from '../contract/text.ts'

export const runText = defineText({
  en: {
    'no-requester':
      'This checks the connection that a request comes from, but a request made on this machine itself does not have one. Send it to a doorstep server on the internet instead.',
  },
  ko: {
    'no-requester':
      '요청이 들어온 회선을 확인하는 기능이므로, 이 컴퓨터에서 직접 실행하면 확인할 회선이 없습니다. 인터넷에 있는 doorstep 서버로 요청을 보내십시오.',
  },
})
