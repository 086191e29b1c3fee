import { defineText } from '../contract/text.ts'

export const runText = defineText({
  en: {
    'no-requester':
      'This checks the connection that a request comes from, and a request from this machine itself comes through none. Ask a doorstep server on the internet instead: give its URL with --server.',
  },
  ko: {
    'no-requester':
      '요청이 들어온 회선을 확인하는 기능이므로, 이 컴퓨터에서 직접 실행하면 확인할 회선이 없습니다. --server 옵션에 인터넷에 있는 doorstep 서버의 URL을 지정하여 다시 실행하십시오.',
  },
})
