import { defineText } from '../../contract/text.ts'

export const reachText = defineText({
  en: {
    internet: 'It can be reached from the internet.',
    unproved:
      'This server does not know of a public address of its own (it may be behind a NAT), so this does not prove that everyone on the internet can get through.',
    'local-from': 'This was checked from {source}, and {target} is not a public address: it says nothing about the internet.',
    local: 'This was checked from the server itself, and {target} is not a public address: it says nothing about the internet.',
  },
  ko: {
    internet: '인터넷에서 접속할 수 있습니다.',
    unproved:
      '다만 이 서버에는 확인된 공인 IP 주소가 없으므로(NAT 환경일 수 있음) 인터넷 어디에서나 접속할 수 있다고 단정할 수는 없습니다.',
    'local-from':
      '{source} 주소의 서버에서 확인한 결과입니다. {target} 주소는 공인 IP 주소가 아니므로 인터넷에서 접속할 수 있는지는 알 수 없습니다.',
    local: '이 서버에서 확인한 결과입니다. {target} 주소는 공인 IP 주소가 아니므로 인터넷에서 접속할 수 있는지는 알 수 없습니다.',
  },
})
