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
