import { defineText } from '../../contract/text.ts'

export const actionsText = defineText({
  en: {
    'close-router-page': 'Switch off remote management in the router, or move it away from port {port}.',
    'then-forward': 'Then forward {protocol} port {port} to the device that runs the service.',
    'check-program': 'Check which program listens on port {port}, and that the rule in the router leads to the right device.',
    'check-program-ipv6': 'Check which program listens on port {port} of the device over IPv6.',
  },
  ko: {
    'close-router-page': '공유기의 원격 관리를 끄거나 {port}번이 아닌 다른 포트로 바꾸십시오.',
    'then-forward': '그런 다음 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오.',
    'check-program': '{port}번 포트에서 어떤 프로그램이 실행 중인지, 공유기의 규칙이 맞는 기기로 이어지는지 확인하십시오.',
    'check-program-ipv6': '기기에서 어떤 프로그램이 IPv6로 {port}번 포트를 쓰는지 확인하십시오.',
  },
})
