import { defineText } from '../../contract/text.ts'

export const actionsText = defineText({
  en: {
    'close-router-page': 'Switch off remote management in the router, or move it away from port {port}.',
    'then-forward': 'Then forward {protocol} port {port} to the device that runs the service.',
    'check-program': 'Check which program listens on port {port}, and that the rule in the router leads to the right device.',
    'check-program-ipv6': 'Check which program listens on port {port} of the device over IPv6.',
    'only-this-port':
      'The program was just heard on UDP port {query}, so it runs, and {ip} is right. Many games answer strangers on no other port: join from outside, and if that fails, correct the rule for UDP port {port}.',
  },
  ko: {
    'close-router-page': '공유기의 원격 관리를 끄거나 {port}번이 아닌 다른 포트로 바꾸십시오.',
    'then-forward': '그런 다음 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오.',
    'check-program': '{port}번 포트에서 어떤 프로그램이 실행 중인지, 공유기의 규칙이 맞는 기기로 이어지는지 확인하십시오.',
    'check-program-ipv6': '기기에서 어떤 프로그램이 IPv6로 {port}번 포트를 쓰는지 확인하십시오.',
    'only-this-port':
      '방금 UDP {query}번 포트에서 응답이 왔으므로 프로그램은 실행 중이고 {ip} 주소도 맞습니다. 게임 포트에서는 모르는 상대에게 응답하지 않는 게임이 많으므로 외부에서 접속해 보고, 접속되지 않으면 공유기에서 UDP {port}번 포트의 규칙을 확인하십시오.',
  },
})
