import { NAME_FIELD } from '../src/reachability/index.ts'
import { WAN_HINT } from '../src/router/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.unresolved': ['No {type} record of {hostname} was found.', '{hostname} 도메인의 {type} 레코드를 찾지 못했습니다.'],
  'label.recordType': ['Record type', '레코드 유형'],
  'points-at': ['{name} points at', '{name} 도메인이 가리키는 주소'],
  you: ['You are at', '지금 접속한 회선의 주소'],
  'nat.double-nat': ['Your router shows a private address.', '공유기에는 사설 IP가 표시됩니다.'],
  'nat.none': ['Your router shows it too.', '공유기에 표시된 주소와 같습니다.'],
  differs: ['not your address', '내 주소가 아님'],
  'match.good': ['the same', '같음'],
  'match.bad': ['not the same', '다름'],
  'match.unknown': ['not known whether they are the same', '같은지 알 수 없음'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...NAME_FIELD.en,
    ...WAN_HINT.en,
    title: 'Check your host name',
    summary: 'Whether a host name points at the requester, and if not, why not',
    'use-when':
      'A DDNS name (dynamic DNS: DuckDNS, DynDNS, No-IP, your domain) should point at your home connection: does it resolve to your current IP address, or to an old, wrong one that was not updated.',
    'not-for': 'For names that should not point at your own address use dns-lookup or dns-propagation.',
    'headline.match': '{hostname} points at {ip}, where this request came from.',
    'headline.line': '{hostname} points at {ip}, but your line may not let anybody in.',
    'headline.mismatch': '{hostname} points at {values}, but your address is {ip}.',
    'headline.propagating': '{hostname} points at {ip}, but some resolvers still answer something else.',
    'headline.proxied': '{hostname} points at a reverse proxy instead of {ip}.',
    'headline.unanswered': 'No name server answered, so nothing is known of {hostname} ({type}, {ip}).',
    'headline.other-family': '{hostname} and {ip} could not be compared: they use different versions of IP.',
    'field.recordType': 'A for IPv4 or AAAA for IPv6. By default, the version you connected with.',
    'from-caches': "The zone's own name servers could not be asked, so this is based on what resolvers have in their caches.",
    'nat.carrier-grade': 'Your router shows an address that your provider shares among customers.',
  },
  ko: {
    ...WORDS.ko,
    ...NAME_FIELD.ko,
    ...WAN_HINT.ko,
    title: '내 도메인 확인',
    summary: '내 도메인이 지금 접속한 회선의 공인 IP 주소를 가리키는지 확인하고, 아니라면 원인을 알려 줍니다',
    'use-when':
      'DDNS 주소나 개인 도메인이 지금 우리 집 IP로 연결되는지, 예전 IP로 나오는지(IP가 바뀐 뒤 갱신되었는지) 알고 싶을 때 사용하십시오.',
    'not-for': '내 회선과 관계없는 도메인은 dns-lookup이나 dns-propagation으로 확인하십시오.',
    'headline.match': '{hostname} 도메인이 요청을 보낸 {ip} 주소를 가리킵니다.',
    'headline.line': '{hostname} 도메인이 {ip} 주소를 가리키지만, 이 회선에는 외부에서 접속하지 못할 수 있습니다.',
    'headline.mismatch': '{hostname} 도메인은 {values} 주소를 가리키는데, 지금 회선의 주소는 {ip}입니다.',
    'headline.propagating': '{hostname} 도메인이 {ip} 주소를 가리키지만, 아직 다른 값을 응답하는 DNS 서버가 있습니다.',
    'headline.proxied': '{hostname} 도메인이 {ip} 주소가 아니라 리버스 프록시를 가리킵니다.',
    'headline.unanswered': '네임서버가 응답하지 않아 {hostname} 도메인의 {type} 레코드가 {ip} 주소인지 알 수 없습니다.',
    'headline.other-family': '{hostname} 도메인과 {ip} 주소는 IP 버전이 달라 비교할 수 없습니다.',
    'field.recordType': 'IPv4는 A, IPv6는 AAAA입니다. 입력하지 않으면 지금 접속한 IP 버전을 따릅니다.',
    'from-caches': '도메인의 네임서버에 직접 확인할 수 없어 DNS 서버에 캐시된 값으로 판단했습니다.',
    'nat.carrier-grade': '공유기에는 통신사 공유 IP(CGNAT)가 표시됩니다.',
  },
})
