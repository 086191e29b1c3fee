import { defineText, inBoth } from '../../contract/text.ts'

/** The headlines of a port, by what was found; `what` is the port and its host. */
export const PORT_HEADLINES = inBoth({
  'headline.internet': ['{what} can be reached from the internet.', '{what}에 인터넷에서 접속할 수 있습니다.'],
  'headline.answers': ['{what} answers this server.', '{what}에서 이 서버에 응답합니다.'],
  'headline.answers-from': [
    '{what} answers this server, which asked from {source}.',
    '{what}에서 이 서버({source})에 응답합니다.',
  ],
  'headline.refused': ['The connection to {what} was refused.', '{what}에서 연결이 거부되었습니다.'],
  'headline.timeout': ['Nothing came back from {what}.', '{what}에서 아무 응답이 없습니다.'],
  'headline.error': ['{what} could not be checked.', '{what}: 확인하지 못했습니다.'],
})

/** The headlines of a port of one's own, by the situation; `what` is the service, or the port alone. */
export const OWN_HEADLINES = {
  en: {
    'headline.from-internet': 'from the internet',
    'headline.from-here': 'from the doorstep server',
    'headline.other-service': '{what} at {ip} is open, but another service answers there.',
    'headline.exposed': '{what} at {ip} can be reached {from}, but it should not be.',
    'headline.rightly-closed': '{what} at {ip} cannot be reached {from}, and it should stay that way.',
    'headline.shared-line':
      '{what} at {ip} cannot be reached {from}: your line most likely shares this address with others (CGNAT).',
  },
  ko: {
    'headline.from-internet': '인터넷에서',
    'headline.from-here': 'doorstep 서버에서',
    'headline.other-service': '{ip} 주소의 {what} 포트는 열려 있지만, 다른 서비스가 응답합니다.',
    'headline.exposed': '{ip} 주소의 {what} 포트에 {from} 접속할 수 있지만, 닫아 두는 것이 안전합니다.',
    'headline.rightly-closed': '{ip} 주소의 {what} 포트에 {from} 접속할 수 없으며, 이대로 닫혀 있는 것이 안전합니다.',
    'headline.shared-line':
      '{ip} 주소의 {what} 포트에 {from} 접속할 수 없습니다. 공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)으로 보입니다.',
  },
} as const

/** The texts of the field for a proof. */
export const PROOF_FIELD = inBoth({
  'label.proof': ['Proof', '확인 키'],
  'field.proof': [
    'A key that a program of yours on this port knows, such as "doorstep listen": then only that program counts.',
    '이 포트를 쓰는 내 프로그램(doorstep listen 등)의 키입니다. 그 응답만 인정합니다.',
  ],
  'result.proof': ['Proof', '키 확인'],
})

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
