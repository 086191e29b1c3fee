import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Will a certificate come?',
    summary:
      'Whether an ACME authority such as Let’s Encrypt would issue a certificate for a name, by which method, and what stands in the way',
    'use-when': 'A name has no certificate yet or cannot renew it: before you ask the authority, or when it refused.',
    'not-for': 'For a certificate that is already in use, use ssl-check.',
    'label.domain': 'Name',
    'field.domain': 'The name for the certificate; with *. in front for a wildcard certificate.',
    'label.methods': 'Methods',
    'field.methods': 'The methods of validation to check; all three by default.',
    'label.proof': 'Proof',
    'field.proof': 'The key of doorstep listen 80 or 443, which proves that the port leads to that computer.',
    'headline.would-work': 'A certificate for {domain} would be issued by {method}.',
    'headline.would-fail': 'A certificate for {domain} would not be issued by any method that was checked.',
    'headline.cannot-tell': 'Whether a certificate for {domain} would be issued cannot be told from here.',
  },
  ko: {
    title: '인증서 발급 점검',
    summary:
      'Let’s Encrypt 같은 ACME 인증 기관에서 도메인의 인증서를 발급받을 수 있는지, 어떤 방식이 되는지, 무엇이 막는지 확인합니다',
    'use-when': '도메인에 아직 인증서가 없거나 갱신되지 않을 때, 인증 기관에 요청하기 전이나 거절당한 뒤에 사용하십시오.',
    'not-for': '이미 사용 중인 인증서는 ssl-check로 확인하십시오.',
    'label.domain': '도메인',
    'field.domain': '인증서를 받을 도메인입니다. 와일드카드 인증서는 앞에 *.을 붙입니다.',
    'label.methods': '인증 방식',
    'field.methods': '점검할 인증 방식입니다. 기본값은 세 가지 모두입니다.',
    'label.proof': '증명',
    'field.proof': '포트가 그 컴퓨터로 연결되는지 증명하는 doorstep listen 80 또는 443의 키입니다.',
    'headline.would-work': '{domain} 도메인의 인증서는 {method} 방식으로 발급받을 수 있습니다.',
    'headline.would-fail': '점검한 방식으로는 {domain} 도메인의 인증서를 발급받을 수 없습니다.',
    'headline.cannot-tell': '{domain} 도메인의 인증서를 발급받을 수 있는지는 여기서 확인할 수 없습니다.',
  },
})
