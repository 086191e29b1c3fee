import { defineText } from '../../contract/text.ts'

export const toldText = defineText({
  en: {
    lost: 'lost',
    'a-router': 'A router on the way',
    other: '{router} answered instead of the host.',
    'other-because': '{router} answered instead of the host ({reason}).',
    hop: 'Hop',
    address: 'Address',
    network: 'Network',
    time: 'Time',
    silent: 'no answer',
    hidden: 'network of this server',
    'this-server': 'this server',
    map: 'The countries on the way',
  },
  ko: {
    lost: '응답 없음',
    'a-router': '중간 라우터',
    other: '호스트 대신 응답한 라우터: {router}',
    'other-because': '호스트 대신 응답한 라우터: {router} ({reason})',
    hop: '홉',
    address: '주소',
    network: '네트워크',
    time: '시간',
    silent: '응답 없음',
    hidden: '이 서버의 네트워크',
    'this-server': '이 서버',
    map: '지나는 국가',
  },
})
