import { defineText } from '../../contract/text.ts'

/** The sentences of the document that no script draws again, so that none loads them. */
export const documentText = defineText({
  en: {
    description:
      'Shows your public IP address, checks whether a game, a program or a port at home can be reached from the internet, and says what to change in the router if not.',
    plain: 'Without JavaScript',
    why: 'The check from the internet needs JavaScript. These work without it:',
    optional: 'optional',
  },
  ko: {
    description:
      '내 공인 IP 주소를 보여 주고, 집에 있는 게임 서버나 프로그램, 포트에 외부에서 접속되는지 확인합니다. 접속되지 않으면 공유기에서 무엇을 바꿔야 하는지 알려 드립니다.',
    plain: 'JavaScript 없이 사용할 수 있는 기능',
    why: '외부 접속 확인에는 JavaScript가 필요합니다. 다음 기능은 JavaScript 없이도 사용할 수 있습니다.',
    optional: '선택',
  },
})
