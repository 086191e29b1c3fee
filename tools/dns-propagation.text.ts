import { DNS_STEPS } from '../src/diagnostics/dns/index.ts'
import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    ...DNS_STEPS.en,
    title: 'Compare DNS resolvers',
    summary: "Whether resolvers already return what the zone's own name servers say",
    'use-when':
      'A DNS record or the name servers (nameservers) were changed, a website moved to a new host: do public resolvers give the same answer, who still sees the old one, how long until it is seen everywhere.',
    'not-for': 'For the records themselves dns-lookup is cheaper; to compare a name with your own address use ddns-match.',
    'headline.consistent': 'The resolvers that answered agree on the {type} records of {domain}.',
    'headline.propagating': 'Not every resolver gives the current {type} records of {domain} yet.',
    'headline.split': 'The resolvers disagree about the {type} records of {domain}.',
    'headline.missing': '{domain} has no {type} records.',
    'headline.unavailable': 'The {type} records of {domain} could not be compared.',
    'label.domain': 'Domain name',
    'field.domain': 'The name to compare across resolvers, in any script.',
    'label.recordType': 'Record type',
    'field.recordType': 'The type of record to compare.',
    'wait-for-caches':
      '{stale} of {count} resolvers still return an older answer. It expires by {time} (UTC) at the latest; nothing needs to be changed.',
    'find-the-difference':
      "The answer from {resolvers} differs from what the zone's name servers say, and not because of a cache. Look for split DNS, a filter at the resolver, or name servers of the zone that disagree.",
    'check-signatures':
      '{resolvers} failed to resolve {domain}, although it exists. The usual cause is a broken DNSSEC signature; look the name up to see.',
    'create-record':
      'No resolver has a record of type {type} for {domain}. Create it where the domain is managed, or check the spelling.',
    'ask-again':
      'None of the resolvers gave an answer. Try again in a minute; if that does not help, the network of this server is at fault.',
    'resolver-silent': '{resolver} did not answer ({reason}), so it is not known what it would return.',
    'check-name-servers':
      'The name servers of the zone gave no usable answer ({reason}). Check that they run, that they hold the zone, and that the delegation names them.',
    'name-servers-unknown':
      'No name server of the zone could be asked: none is known, or their addresses are not public. The resolvers were compared only with each other.',
    'ask-later':
      'The name servers of {domain} get many questions from this server at the moment, so it asked them no more. Try again in a few seconds.',
    differs: 'differs',
    'converges-by': 'Older answers expire by {time} (UTC).',
  },
  ko: {
    ...DNS_STEPS.ko,
    title: 'DNS 전파 확인',
    summary: '여러 DNS 서버가 도메인의 네임서버와 같은 레코드를 응답하는지 비교합니다',
    'use-when':
      '도메인의 IP나 레코드, 네임서버를 바꿨는데 아직 옛날 값이 보일 때, 어느 DNS 서버에서 그런지, 언제 다 적용되는지 알고 싶을 때 사용하십시오.',
    'not-for': '레코드만 보려면 dns-lookup이 더 가볍고, 내 주소와 비교하려면 ddns-match를 사용하십시오.',
    'headline.consistent': '응답한 DNS 서버들의 {domain} 도메인 {type} 레코드가 모두 같습니다.',
    'headline.propagating': '아직 {domain} 도메인의 최신 {type} 레코드를 응답하지 않는 DNS 서버가 있습니다.',
    'headline.split': '{domain} 도메인의 {type} 레코드에 대한 DNS 서버들의 응답이 서로 다릅니다.',
    'headline.missing': '{domain} 도메인에 {type} 레코드가 없습니다.',
    'headline.unavailable': '{domain} 도메인의 {type} 레코드를 비교하지 못했습니다.',
    'label.domain': '도메인 이름',
    'field.domain': '여러 DNS 서버에서 비교할 도메인 이름입니다. 한글 도메인도 입력할 수 있습니다.',
    'label.recordType': '레코드 유형',
    'field.recordType': '비교할 DNS 레코드의 유형입니다.',
    'wait-for-caches':
      'DNS 서버 {count}곳 중 {stale}곳이 아직 이전 값을 응답합니다. 늦어도 {time}(UTC)까지는 캐시가 만료되므로 더 바꿀 것은 없습니다.',
    'find-the-difference':
      '캐시와 무관하게 도메인의 네임서버와 다른 값을 응답하는 곳이 있습니다: {resolvers}. 내부·외부 DNS를 나누어 쓰는지, DNS 서버가 응답을 걸러 내는지, 네임서버끼리 값이 다른지 확인하십시오.',
    'check-signatures':
      '{domain} 도메인이 있는데도 찾지 못하는 DNS 서버가 있습니다: {resolvers}. 대개 DNSSEC 서명이 잘못된 경우이므로 조회하여 확인하십시오.',
    'create-record':
      '어느 DNS 서버에도 {domain} 도메인의 {type} 레코드가 없습니다. 도메인 관리 페이지에서 추가하거나 철자를 확인하십시오.',
    'ask-again':
      '결과를 응답한 DNS 서버가 없습니다. 1분 뒤에 다시 시도하십시오. 그래도 같다면 이 서버의 네트워크에 문제가 있는 것입니다.',
    'resolver-silent': '{resolver} DNS 서버가 응답하지 않아({reason}) 어떤 값을 가지고 있는지 알 수 없습니다.',
    'check-name-servers':
      '도메인의 네임서버가 제대로 응답하지 않습니다({reason}). 네임서버가 동작하는지, 해당 도메인의 존이 올라가 있는지, 위임 설정이 맞는지 확인하십시오.',
    'name-servers-unknown':
      '도메인의 네임서버를 찾지 못했거나 네임서버의 주소가 공인 IP 주소가 아니어서 DNS 서버끼리만 비교했습니다.',
    'ask-later':
      '지금 이 서버가 {domain} 도메인의 네임서버에 보내는 질의가 많아 더 묻지 않았습니다. 몇 초 후에 다시 시도하십시오.',
    differs: '네임서버와 다름',
    'converges-by': '이전 응답은 길게는 {time}(UTC)까지 남아 있습니다.',
  },
})
