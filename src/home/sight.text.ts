import { defineText } from '../contract/text.ts'

/** The sights of a port, from outside and from here, in words that follow its place. */
export const sightText = defineText({
  en: {
    proven: 'proven, packets get to this computer and back',
    'someone-else': 'something other than this computer answers',
    changed: 'packets arrived here, but something else answered',
    'answer-lost': 'packets arrived here, but the answer did not get back',
    nothing: 'nothing arrived here',
    reachable: 'the port answers',
    blocked: 'the port cannot be reached',
    'cannot-tell': 'not certain',
    unchecked: 'the port was not checked',
    'unchecked-because': 'not checked: {reason}',
  },
  ko: {
    proven: '패킷이 이 컴퓨터까지 왔다가 돌아간 것을 확인했습니다',
    'someone-else': '이 컴퓨터가 아닌 다른 곳에서 응답합니다',
    changed: '패킷은 이 컴퓨터까지 왔지만 다른 곳에서 대신 응답했습니다',
    'answer-lost': '패킷은 이 컴퓨터까지 왔지만 응답이 돌아가지 못했습니다',
    nothing: '패킷이 이 컴퓨터에 도착하지 않았습니다',
    reachable: '포트가 응답합니다',
    blocked: '포트에 접속할 수 없습니다',
    'cannot-tell': '확실하지 않습니다',
    unchecked: '포트는 확인하지 않았습니다',
    'unchecked-because': '확인하지 못했습니다({reason})',
  },
})
