import { DNS_STEPS } from '../src/diagnostics/dns/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'budget-exceeded': [DNS_STEPS.en['budget-exceeded'], DNS_STEPS.ko['budget-exceeded']],
  'headline.no-name': ['{ip} has no name in the DNS.', '{ip} 주소에 등록된 이름이 없습니다.'],
  'label.ip': ['IP address', 'IP 주소'],
  'field.ip': ['The public IPv4 or IPv6 address whose names you want.', '이름을 확인할 공인 IPv4 또는 IPv6 주소입니다.'],
  'unknown-network': ['its name is not known', '이름을 알 수 없음'],
  'is-called': ['{ip} is called', '{ip} 주소의 이름'],
  'points-at': ['{name} points at', '{name} 도메인이 가리키는 주소'],
  'not-checked': ['Not checked', '확인하지 않은 이름'],
  'hidden-names': ['Names of a local network, not shown: {count}', '표시하지 않은 내부 네트워크용 이름: {count}개'],
  'match.good': ['the same', '같음'],
  'match.bad': ['not the same', '다름'],
  'match.unknown': ['not known whether they are the same', '같은지 알 수 없음'],
  answer: ['Answer', '응답'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    title: 'Find the name of an address',
    summary: 'The names of a public IP address, and whether they point back at it',
    'use-when':
      'You want to know which hostname an IP address has (its reverse DNS or rDNS, the PTR record), and whether that name points back, as mail servers demand.',
    'not-for': 'For other records use dns-lookup, for the owner ip-lookup.',
    'headline.confirmed': '{ip} is called {names}, and that name points back.',
    'headline.unconfirmed': '{ip} is called {names}, but not every name was seen to point back.',
    'headline.local': '{ip} has names in the DNS, but only such as belong to a local network.',
    'headline.no-answer': 'No usable answer came back about the name of {ip}.',
    'ask-network-owner':
      'No name is set for {ip}. Only the network that holds the address can set one ({organization}); a home line needs none, a mail server does.',
    'fix-forward':
      '{hostname} does not point back at {ip}. Add the address to its {type} records, or have the reverse name changed.',
    'local-names':
      'Of the names set for {ip}, {count} belong to a local network and are not shown: nobody on the internet can resolve them. The network that holds the address ({organization}) should set public names.',
    'leads-to-local-name':
      'The reverse name of {ip} leads to {target}, a name of a local network that nobody on the internet can resolve, so it was not followed. The network that holds the address must fix that: {organization}.',
    'could-not-confirm': 'It could not be looked up whether {hostname} points back at {ip} ({reason}). Try again in a minute.',
    'ask-again': 'The reverse name of {ip} could not be looked up ({reason}). Try again in a minute.',
    'fix-reverse-zone':
      'The name servers for the reverse names of {ip} fail ({reason}). The network that holds the address must fix them: {organization}.',
  },
  ko: {
    ...WORDS.ko,
    title: '역방향 DNS 조회',
    summary: '공인 IP 주소의 역방향 DNS 이름과 정방향 일치 여부를 확인합니다',
    'use-when':
      'IP 주소에 연결된 도메인 이름(PTR 레코드)이 무엇인지, 메일 서버에 필요한 조건을 갖추었는지 알고 싶을 때 사용하십시오.',
    'not-for': '다른 레코드는 dns-lookup, 소유 기관은 ip-lookup으로 확인하십시오.',
    'headline.confirmed': '{ip} 주소의 이름은 {names}이며, 이 이름도 {ip} 주소를 가리킵니다.',
    'headline.unconfirmed': '{ip} 주소의 이름은 {names}이지만, 다시 {ip} 주소를 가리키는지 모두 확인되지는 않았습니다.',
    'headline.local': '{ip} 주소에 등록된 이름은 모두 내부 네트워크용입니다.',
    'headline.no-answer': '{ip} 주소의 이름을 조회했지만 올바른 응답을 받지 못했습니다.',
    'ask-network-owner':
      '{ip} 주소에 등록된 이름이 없습니다. 이름은 이 주소를 관리하는 곳({organization})에서만 등록할 수 있습니다. 가정용 회선에는 필요 없지만 메일 서버에는 필요합니다.',
    'fix-forward':
      '{hostname} 이름이 {ip} 주소를 가리키지 않습니다. 이 이름의 {type} 레코드에 주소를 추가하거나 역방향 이름을 바꾸어 달라고 요청하십시오.',
    'local-names':
      '{ip} 주소에 등록된 이름 가운데 {count}개는 내부 네트워크용이어서 표시하지 않습니다. 인터넷에서는 찾을 수 없는 이름이므로 이 주소를 관리하는 곳({organization})에서 인터넷에서 쓰이는 이름으로 바꾸어야 합니다.',
    'leads-to-local-name':
      '{ip} 주소의 역방향 이름이 내부 네트워크용 이름({target})을 가리킵니다. 인터넷에서는 찾을 수 없어 더 조회하지 않았으며, 이 주소를 관리하는 곳({organization})에서 고쳐야 합니다.',
    'could-not-confirm': '{hostname} 이름이 {ip} 주소를 가리키는지 조회하지 못했습니다({reason}). 1분 뒤에 다시 시도하십시오.',
    'ask-again': '{ip} 주소의 역방향 이름을 조회하지 못했습니다({reason}). 1분 뒤에 다시 시도하십시오.',
    'fix-reverse-zone':
      '{ip} 주소의 역방향 네임서버가 정상적으로 응답하지 않습니다({reason}). 이 주소를 관리하는 곳({organization})에서 고쳐야 합니다.',
  },
})
