import { defineText } from '../../../contract/text.ts'

/** The view of a result that a link brings, and what to do where this server sees no public address. */
export const linkedText = defineText({
  en: {
    'says.that':
      'Somebody sent you this result. According to the link, {server} found it at {at}. Nothing has been checked now, and it may have been changed on its way.',
    broken: 'This link cannot be read. It was cut off, or changed: ask for it again, or check for yourself.',
    again: 'Check for yourself',
    'again-own': 'Check your own connection',
    'again-form': 'Get the same guide',
    'found.good': 'All is well.',
    'found.bad': 'Something is not as it should be.',
    'tool.home': 'Look from inside',
    'tool.unknown': 'A check that this server does not have',
    'home.why': 'This server sees a private address of yours, so it cannot check your connection from the internet.',
    'home.run':
      'Run this on the computer that should be reached. It looks at its firewall and at the router from inside; with `--server` and a doorstep on the internet, also from outside.',
  },
  ko: {
    'says.that':
      '다른 사람이 보낸 결과입니다. 링크에는 {server} 서버에서 {at}에 확인한 결과라고 적혀 있습니다. 지금 새로 확인한 결과가 아니며, 전달되는 동안 내용이 바뀌었을 수도 있습니다.',
    broken: '링크를 읽을 수 없습니다. 일부가 잘렸거나 내용이 바뀌었습니다. 링크를 다시 받거나 직접 확인하십시오.',
    again: '직접 확인',
    'again-own': '내 회선 확인',
    'again-form': '같은 안내 받기',
    'found.good': '문제가 없습니다.',
    'found.bad': '문제가 있습니다.',
    'tool.home': '집 안에서 확인',
    'tool.unknown': '이 서버에 없는 검사',
    'home.why': '이 서버에는 내 주소가 사설 IP로 보이므로, 인터넷에서 접속할 수 있는지 확인할 수 없습니다.',
    'home.run':
      '외부에 공개하려는 컴퓨터에서 이 명령을 실행하십시오. 그 컴퓨터의 방화벽과 공유기를 집 안에서 확인합니다. `--server` 옵션으로 인터넷에 있는 doorstep 서버를 지정하면 외부에서도 확인합니다.',
  },
})
