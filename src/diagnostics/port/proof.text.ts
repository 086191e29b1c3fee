import { defineText } from '../../contract/text.ts'

/** The things to do where somebody else answers; the key is the code, or that of one over IPv6. */
export const proofText = defineText({
  en: {
    'correct-rule-address':
      'Look in your router which device the rule for {protocol} port {port} leads to, and correct its internal address. Without such a rule, the router itself answers.',
    'compare-router-address':
      'If the rule is right, compare the internet (WAN) address that your router shows with {ip}. If they differ, the port belongs to another router or to another customer of your provider.',
    'check-program-ipv6':
      'Nothing is forwarded over IPv6: {ip} is the device itself. See which other program answers there on {protocol} port {port}; a firewall on the way can also answer in its place.',
  },
  ko: {
    'correct-rule-address':
      '공유기에서 {protocol} {port}번 포트의 규칙이 어느 기기로 이어지는지 확인하고 내부 IP를 고치십시오. 그런 규칙이 없다면 공유기가 직접 응답한 것입니다.',
    'compare-router-address':
      '규칙이 맞다면 공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 다르면 이 포트는 상위 공유기나 같은 통신사의 다른 가입자에게 이어집니다.',
    'check-program-ipv6':
      'IPv6에서는 포트포워딩을 하지 않으며 {ip} 주소가 곧 그 기기입니다. 그 기기에서 {protocol} {port}번 포트에 응답하는 다른 프로그램이 있는지 확인하십시오. 중간의 방화벽이 대신 응답했을 수도 있습니다.',
  },
})
