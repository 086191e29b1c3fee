import { defineText } from '../../contract/text.ts'

/** The sentences of the document that no script draws again, so that none loads them. */
export const documentText = defineText({
  en: {
    description:
      'Shows your public IP address, checks whether a game, a program or a port at home can be reached from the internet, and says what to change in the router if not.',
    plain: 'Without JavaScript',
    check: 'Is a port at home open to the internet?',
    port: 'TCP port, such as 25565',
    why: 'The answer comes as plain text. These answer on this page:',
    optional: 'optional',
  },
  ko: {
    description:
      '내 공인 IP 주소를 보여 주고, 집에 있는 게임 서버나 프로그램, 포트에 외부에서 접속되는지 확인합니다. 접속되지 않으면 공유기에서 무엇을 바꿔야 하는지 알려 드립니다.',
    plain: 'JavaScript 없이 사용할 수 있는 기능',
    check: '외부에서 우리 집 포트에 접속됩니까?',
    port: 'TCP 포트(예: 25565)',
    why: '결과는 텍스트로 표시됩니다. 다음 기능은 결과를 이 화면에 표시합니다.',
    optional: '선택',
  },
})
