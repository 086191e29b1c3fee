import { defineText } from '../contract/text.ts'

/** The texts of the field for a name of one's own. */
export const NAME_FIELD = {
  en: { 'label.hostname': 'Host name', 'field.hostname': 'The name that should point at your connection.' },
  ko: { 'label.hostname': 'DDNS 또는 도메인', 'field.hostname': '지금 접속한 회선을 가리켜야 하는 DDNS나 도메인입니다.' },
} as const

/** The texts of the fields that say what should be reachable. */
export const SUBJECT_FIELDS = {
  en: {
    'label.useCase': 'Service',
    'field.useCase': 'What should be reachable: a game, a program or a kind of server. You may give a port instead, or as well.',
    'label.port': 'Port',
    'label.protocol': 'Protocol',
    'field.protocol': 'TCP or UDP. By default, what the service uses.',
    ...NAME_FIELD.en,
  },
  ko: {
    'label.useCase': '서비스',
    'field.useCase': '외부에서 접속하려는 게임, 프로그램, 서버입니다. 포트 번호를 대신 또는 함께 입력해도 됩니다.',
    'label.port': '포트',
    'label.protocol': '프로토콜',
    'field.protocol': 'TCP 또는 UDP입니다. 기본값은 서비스가 사용하는 프로토콜입니다.',
    ...NAME_FIELD.ko,
  },
} as const

export const familiesText = defineText({
  en: {
    'family-slow':
      '{summary} If a name has both addresses, programs try this one first, which costs most of them about {delay} ms, some a minute or more.',
  },
  ko: {
    'family-slow':
      '{summary} 도메인에 두 주소가 모두 있으면 프로그램이 이 주소로 먼저 접속을 시도하므로 대부분 {delay}ms쯤, 일부는 1분 넘게 늦어집니다.',
  },
})
