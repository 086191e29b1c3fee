import { defineText } from '../contract/text.ts'

/** Sentences on lines that have the public address with only a range of its ports. */
export const sharedPortsText = defineText({
  en: {
    yes: 'Look up which ports your line has ({range}): {provider} gives it only part of the ports of an address.',
    sometimes: 'Look up which ports your line has ({range}): {provider} gives some lines only part of the ports of an address.',
    range: 'the internet status page of the router',
    use: 'Use one of them as the external port, or get an address with all ports{whole}.',
    'use-asked': 'If {port} is not among them, choose one of them as the external port, or get an address with all ports{whole}.',
    'use-inside': 'Choose one of them ({port}, if it is there), set it in the program, and enter it here: the rule follows.',
    'use-whole': 'It cannot take other ports: if its own are not among them, only an address with all ports helps{whole}.',
    whole: ' ({whole})',
  },
  ko: {
    yes: '{provider} 회선에서는 공인 IP 하나를 포트 범위로 나누어 쓰니 {range}에서 내 회선의 포트 범위를 확인하십시오.',
    sometimes:
      '{provider} 회선 중에는 공인 IP 하나를 포트 범위로 나누어 쓰는 것이 있으니 {range}에서 내 회선의 포트 범위를 확인하십시오.',
    range: '공유기의 인터넷 상태 화면',
    use: '외부 포트로 그 범위의 번호를 쓰거나 모든 포트를 쓸 수 있는 단독 공인 IP를 받으십시오{whole}.',
    'use-asked': '{port}번이 없으면 그 범위의 번호를 외부 포트로 쓰거나 모든 포트를 쓸 수 있는 단독 공인 IP를 받으십시오{whole}.',
    'use-inside': '그 범위의 번호({port}번이 있으면 그 번호)를 프로그램에 설정하고 여기에도 입력하면 규칙을 안내합니다.',
    'use-whole':
      '포트를 바꿀 수 없으므로, 필요한 포트가 그 범위에 없으면 모든 포트를 쓸 수 있는 단독 공인 IP를 받아야 합니다{whole}.',
    whole: '({whole})',
  },
})
