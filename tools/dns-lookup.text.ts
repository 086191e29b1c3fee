import { DNS_STEPS } from '../src/diagnostics/dns/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.found': ['The {type} record of {domain} is {values}.', '{domain} 도메인의 {type} 레코드는 {values}입니다.'],
  'headline.bogus': ['The DNSSEC signatures of {domain} are not valid.', '{domain} 도메인의 DNSSEC 서명이 올바르지 않습니다.'],
  'headline.no-record': ['{domain} exists, but has no {type} record.', '{domain} 도메인은 있지만 {type} 레코드는 없습니다.'],
  'headline.no-name': ['The name {domain} does not exist.', '{domain} 도메인이 존재하지 않습니다.'],
  'label.domain': ['Domain name', '도메인 이름'],
  'field.domain': ['The name to look up, in any script.', '조회할 도메인 이름입니다. 한글 도메인도 입력할 수 있습니다.'],
  'label.recordType': ['Record type', '레코드 유형'],
  'field.recordType': ['The type of record to ask for.', '조회할 DNS 레코드의 유형입니다.'],
  'dnssec.secure': ['valid (DNSSEC)', '올바름(DNSSEC)'],
  'dnssec.insecure': ['none (no DNSSEC)', '없음(DNSSEC 미사용)'],
  'dnssec.bogus': ['not valid (DNSSEC)', '올바르지 않음(DNSSEC)'],
  aliases: ['Aliases (CNAME)', '별칭(CNAME)'],
  absence: ['Absence may be kept for', '"없음" 응답의 유효 시간'],
  errors: ['The resolver says', 'DNS 서버가 밝힌 이유'],
  cut: ['The answer was cut off.', '응답이 중간에서 잘렸습니다.'],
  resolver: ['Asked', '질의한 DNS 서버'],
  authoritative: ['The name server of the domain', '도메인의 네임서버가 직접 응답함'],
  checked: ['The resolver checks signatures (AD)', 'DNS 서버가 서명을 검증함(AD)'],
  yes: ['yes', '예'],
  'zone-file': ['As in a zone file', '존 파일 형식'],
  signatures: ['Signatures', '서명'],
  answer: ['Answer', '응답'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...DNS_STEPS.en,
    title: 'Look up DNS records',
    summary: "The DNS records of a name, as this server's resolver returns them",
    'use-when':
      'You want to look up the DNS records (entries) of a domain name: addresses (A, AAAA), mail servers (MX), TXT with SPF, CNAME, NS, as dig shows them, how long they are valid, or why there are none.',
    'not-for': 'To see whether a change has arrived use dns-propagation; for the name of an address reverse-dns.',
    'headline.found-several': 'The {type} records of {domain} are {values}.',
    'headline.shown-elsewhere': '{domain} has {type} records, but they are too long to show.',
    'headline.local': '{domain} leads to a name that belongs to a local network.',
    'headline.no-answer': 'No usable answer came back about the {type} record of {domain}.',
    'check-name': 'The name {domain} does not exist. Check the spelling, or create the record where the domain is managed.',
    'try-other-type': '{domain} exists but has no {type} record. Ask for {other} records, or create the missing one.',
    'fix-dnssec':
      'The DNSSEC signatures of {domain} are not valid, so resolvers that check them give no answer. Sign the zone again, or remove its DS record at the registrar until it is signed properly.',
    'break-cname-loop': 'The CNAME records of {domain} form a loop. Change one of them to point at a name that has an address.',
    'answer-was-cut':
      'The answer is too long for one packet and the resolver did not send the rest over TCP. Compare with other resolvers.',
    'ask-other-resolvers':
      'The resolver of this server could not answer for {domain} ({reason}). Ask others to see whether the domain or the resolver is at fault.',
    'private-address':
      '{address} is not an address on the public internet: {domain} can be reached only inside the network that uses it.',
  },
  ko: {
    ...WORDS.ko,
    ...DNS_STEPS.ko,
    title: 'DNS 레코드 조회',
    summary: '이 서버가 쓰는 DNS 서버에서 도메인의 레코드를 조회합니다',
    'use-when':
      '도메인의 A, AAAA, MX(메일 서버), TXT, CNAME, NS 레코드와 유효 시간, 레코드가 없는 이유를 알고 싶을 때 사용하십시오.',
    'not-for': '변경한 내용이 퍼졌는지는 dns-propagation, 주소에 등록된 이름은 reverse-dns로 확인하십시오.',
    'headline.found-several': '{domain} 도메인의 {type} 레코드는 {values}입니다.',
    'headline.shown-elsewhere': '{domain} 도메인에 {type} 레코드가 있으나 너무 길어 표시하지 않았습니다.',
    'headline.local': '{domain} 도메인이 내부 네트워크용 이름을 가리킵니다.',
    'headline.no-answer': '{domain} 도메인의 {type} 레코드를 조회했지만 올바른 응답을 받지 못했습니다.',
    'check-name': '{domain} 도메인이 존재하지 않습니다. 철자를 확인하거나 도메인 관리 페이지에서 레코드를 추가하십시오.',
    'try-other-type':
      '{domain} 도메인은 있지만 {type} 레코드가 없습니다. {other} 레코드를 조회하거나 필요한 레코드를 추가하십시오.',
    'fix-dnssec':
      '{domain} 도메인의 DNSSEC 서명이 올바르지 않아 서명을 검증하는 DNS 서버가 응답하지 않습니다. 존에 다시 서명하거나, 그때까지 도메인 등록 업체에서 DS 레코드를 삭제하십시오.',
    'break-cname-loop':
      '{domain} 도메인의 CNAME 레코드가 서로를 가리켜 끝나지 않습니다. 그중 하나를 IP 주소가 있는 이름을 가리키도록 고치십시오.',
    'answer-was-cut':
      '응답이 패킷 하나에 다 들어가지 않는데 DNS 서버가 나머지를 TCP로 보내지 않았습니다. 다른 DNS 서버의 응답과 비교해 보십시오.',
    'ask-other-resolvers':
      '이 서버가 쓰는 DNS 서버가 {domain} 도메인에 답하지 못했습니다({reason}). 도메인과 DNS 서버 중 어느 쪽의 문제인지 다른 DNS 서버로 확인하십시오.',
    'private-address': '{address} 주소는 공인 IP 주소가 아닙니다. 해당 네트워크 안에서만 {domain} 이름으로 접속할 수 있습니다.',
  },
})
